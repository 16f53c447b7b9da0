-- sweep: drops what is kept of jobs that do not exist any more, some at a time
-- KEYS: those of keys.lua
-- ARGV: which of the keys to look at, a hash or a sorted set; the cursor of its scan
-- Reply: 0; the next cursor, how many were dropped
-- Cost: O(1) for each id
-- Abort: some are dropped
-- include lib/sweep_leftovers
-- include stream/jobs
-- include stream/keys

local keys = name_keys(KEYS)
local cursor, dropped = sweep_leftovers(KEYS[tonumber(ARGV[1])], ARGV[2], function(id)
	return exists(keys, id)
end)
return { 0, cursor, dropped }
