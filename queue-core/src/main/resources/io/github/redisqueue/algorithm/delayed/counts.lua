-- counts: how many jobs are in each state
-- KEYS: the fixed ones
-- Reply: ready, delayed, leased, dead, 1 if paused, now, the ready time of the oldest
--   ready job or absent; two that are absent
-- Cost: O(log m) with m jobs in the queue
-- include keys
-- include time
local now = now_ms()
local ready = redis.call('ZCOUNT', delayed, '-inf', string.format('(%.0f', now + 1))
local leased = redis.call('ZCOUNT', delayed, LEASED, '+inf')
local head = ready > 0 and redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES') or {}
return {
	ready,
	redis.call('ZCARD', delayed) - ready - leased,
	leased,
	redis.call('LLEN', dead),
	redis.call('EXISTS', paused),
	string.format('%.0f', now),
	head[2] and string.format('%.0f', math.floor(head[2])) or false,
	false,
	false,
}
