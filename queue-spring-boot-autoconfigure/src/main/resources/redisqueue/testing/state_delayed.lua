-- state_delayed: whether a job is in a delayed queue
-- KEYS: those of keys.lua
-- ARGV: 1, the id, the token
-- Reply: 0; 0 if there is no such job, 1 if there is, 2 if it is delayed
-- Cost: O(1)
-- include delayed/jobs
-- include delayed/keys
-- include delayed/scores
-- include lib/time
-- include testing/waiting
local keys = name_keys(KEYS)
local id = ARGV[2]
if not exists(keys, id) then
	return { 0, waiting_state(keys, id, now_ms()) }
end
local due = tonumber(redis.call('ZSCORE', keys.delayed, id) or nil)
local is_delayed = due and due < LEASED and due >= now_ms() + 1
return { 0, is_delayed and 2 or 1 }
