-- sweep: drops what is kept of jobs that do not exist any more, some at a time
-- KEYS: those of keys.lua
-- ARGV: which of the keys to look at, a hash or a sorted set (0: the history); the cursor of its scan; about how many to
--   look at
-- Reply: 0; the next cursor, how many were dropped, how many bytes were read
-- Cost: O(1) for each id, plus the size of what is kept of it and, but for the history, of its entry
-- Abort: some are dropped
-- include lib/sweep_leftovers
-- include stream/jobs
-- include stream/keys

local keys = name_keys(KEYS, ARGV)
local key = KEYS[tonumber(ARGV[1])] or keys.history.events
-- Each delayed job has a payload, so if there are as many payloads there is none to drop. They are not read then.
if key == keys.jobs and redis.call('HLEN', key) == redis.call('ZCARD', keys.delayed) then
	return { 0, '0', 0, 0 }
end
local cursor, dropped, bytes = sweep_leftovers(keys, key, ARGV[2], ARGV[3], function(id)
	-- A history that stays for too long does no harm, so no entry is read for it.
	if ARGV[1] == '0' then
		return redis.call('HEXISTS', keys.entries, id) == 1 or redis.call('ZSCORE', keys.delayed, id)
	end
	return exists(keys, id)
end)
return { 0, cursor, dropped, bytes }
