-- include lib/group_counts
-- include lib/limits_reached
-- include lib/time
-- The reply to counts of a queue whose ready jobs are a list, and whose delayed jobs are a sorted set of their own.
local function list_counts(keys, leased)
	local now = now_ms()
	local due = redis.call('ZCOUNT', keys.delayed, '-inf', now)
	local waiting, delayed = group_counts(keys, now)
	local head = redis.call('LINDEX', keys.queue, -1)
	return {
		0,
		redis.call('LLEN', keys.queue) + due,
		redis.call('ZCARD', keys.delayed) - due + delayed,
		leased,
		redis.call('LLEN', keys.dead),
		redis.call('EXISTS', keys.paused),
		string.format('%.0f', now),
		due > 0 and redis.call('ZRANGE', keys.delayed, 0, 0, 'WITHSCORES')[2],
		head,
		head and redis.call('HGET', keys.headers, head),
		waiting,
		limits_reached(keys, leased),
	}
end
