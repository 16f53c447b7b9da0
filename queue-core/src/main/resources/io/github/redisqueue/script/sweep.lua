-- sweep: drops what is kept of jobs that no longer exist, some at a time
-- KEYS: the fixed ones
-- ARGV: which of the fixed keys to look at, a hash or a sorted set, and the cursor of its scan
-- Reply: the next cursor, how many were dropped
-- Cost: O(1) for each id
-- Abort: some are dropped
-- include keys
-- include exists
local key = KEYS[tonumber(ARGV[1])]
local is_hash = redis.call('TYPE', key).ok == 'hash'
local page = redis.call(is_hash and 'HSCAN' or 'ZSCAN', key, ARGV[2], 'COUNT', 500)
local dropped = 0
for k = 1, #page[2], 2 do
	local id = page[2][k]
	if not exists(id) then
		dropped = dropped + redis.call(is_hash and 'HDEL' or 'ZREM', key, id)
	end
end
return { page[1], dropped }
