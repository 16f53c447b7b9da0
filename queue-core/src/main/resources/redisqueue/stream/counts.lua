-- counts: how many jobs are in each state
-- KEYS: those of keys.lua
-- Reply: 0; ready, delayed, leased, dead, 1 if paused, now, the ready time of the oldest ready job or absent; two that
--   are absent; how many wait in the lines of their groups; 1 if the limit of rate holds up jobs, else 0; the same for the
--   limit of leased ones
-- Cost: O(log d + c) with d jobs delayed and c consumers that hold something
-- include lib/group_counts
-- include lib/limits_reached
-- include lib/time
-- include stream/delivered
-- include stream/group
-- include stream/keys
-- include stream/leased
local keys, now = name_keys(KEYS), now_ms()
local waiting, delayed = group_counts(keys, now)
local due = redis.call('ZCOUNT', keys.delayed, '-inf', now)
local delivered, reclaimed, released = count_delivered(keys)
local leased = delivered - reclaimed - released
-- A job that was reclaimed counts by its place, which is not delivered yet.
local undelivered = math.max(0, redis.call('XLEN', keys.stream) - delivered)
local oldest = math.huge
local first_released = released > 0 and pending(keys, '-', '+', 1, RELEASED)[1]
for _, head in ipairs({ first_undelivered(keys) or false, first_released }) do
	oldest = head and math.min(oldest, string.match(head[1], '^%d+')) or oldest
end
if due > 0 then
	oldest = math.min(oldest, redis.call('ZRANGE', keys.delayed, 0, 0, 'WITHSCORES')[2])
end
return {
	0,
	undelivered + released + due,
	redis.call('ZCARD', keys.delayed) - due + delayed,
	leased,
	redis.call('LLEN', keys.dead),
	redis.call('EXISTS', keys.paused),
	string.format('%.0f', now),
	oldest < math.huge and string.format('%.0f', oldest),
	false,
	false,
	waiting,
	limits_reached(keys, leased),
}
