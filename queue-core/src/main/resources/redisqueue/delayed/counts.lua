-- counts: how many jobs are in each state
-- KEYS: those of keys.lua
-- Reply: 0; ready, delayed, leased, dead, 1 if paused, now, the ready time of the oldest ready job or absent; two that
--   are absent; how many wait in the lines of their groups; 1 if the limit of rate holds up jobs, else 0; the same for the
--   limit of leased ones
-- Cost: O(log m) with m jobs in the queue
-- include delayed/keys
-- include delayed/leased
-- include delayed/scores
-- include lib/group_counts
-- include lib/limits_reached
-- include lib/time
local keys, now = name_keys(KEYS), now_ms()
local ready = redis.call('ZCOUNT', keys.delayed, '-inf', up_to(now))
local waiting, delayed = group_counts(keys, now)
local leased = count_leased(keys)
local head = ready > 0 and redis.call('ZRANGE', keys.delayed, 0, 0, 'WITHSCORES') or {}
return {
	0,
	ready,
	redis.call('ZCARD', keys.delayed) - ready - leased + delayed,
	leased,
	redis.call('LLEN', keys.dead),
	redis.call('EXISTS', keys.paused),
	string.format('%.0f', now),
	head[2] and string.format('%.0f', math.floor(head[2])) or false,
	false,
	false,
	waiting,
	limits_reached(keys, leased),
}
