-- counts: how many jobs are in each state, if the ready ones are a list
-- KEYS: those of keys.lua
-- Reply: 0; ready, delayed, leased, dead, 1 if paused, now, the ready time of the oldest delayed job that is due or
--   absent, the id at the head of the queue or absent, its headers or absent; how many wait in the lines of
--   their groups; 1 if the limit of rate holds up jobs, else 0; the same for the limit of leased ones
-- Cost: O(log d) with d jobs delayed, plus that of count_leased
-- include lib/group_counts
-- include lib/limits_reached
-- include lib/time
-- include type/keys
-- include type/leased
local keys, now = name_keys(KEYS), now_ms()
local leased = count_leased(keys)
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
