-- counts: how many jobs are in each state
-- KEYS: the fixed ones
-- Reply: ready, delayed, leased, dead, 1 if paused, now, the ready time of the oldest
--   delayed job that is due or absent, the id at the head of the queue or absent, its
--   headers or absent
-- Cost: O(log d) with d jobs delayed, plus that of counting what is leased
-- include keys
-- include time
-- include leased
local now = now_ms()
local due = redis.call('ZCOUNT', delayed, '-inf', now)
local head = redis.call('LINDEX', queue, -1)
return {
	redis.call('LLEN', queue) + due,
	redis.call('ZCARD', delayed) - due,
	leased(),
	redis.call('LLEN', dead),
	redis.call('EXISTS', paused),
	string.format('%.0f', now),
	due > 0 and redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2],
	head,
	head and redis.call('HGET', headers, head),
}
