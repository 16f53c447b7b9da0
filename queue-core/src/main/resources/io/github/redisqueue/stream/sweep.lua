-- sweep: drops what is kept of jobs that no longer need it, some at a time
-- KEYS: the fixed ones
-- ARGV: which of the fixed keys to look at, a hash; the cursor of its scan; 1 if delayed
--   jobs alone need it
-- Reply: the next cursor, how many were dropped
-- Cost: O(1) for each id
-- Abort: some are dropped
-- include keys
local key = KEYS[tonumber(ARGV[1])]
local page = redis.call('HSCAN', key, ARGV[2], 'COUNT', 500)
local dropped = 0
for k = 1, #page[2], 2 do
	local id = page[2][k]
	if not redis.call('ZSCORE', delayed, id) and (ARGV[3] == '1' or redis.call('HEXISTS', entries, id) == 0) then
		dropped = dropped + redis.call('HDEL', key, id)
	end
end
return { page[1], dropped }
