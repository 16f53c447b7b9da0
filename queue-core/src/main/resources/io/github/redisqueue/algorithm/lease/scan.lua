-- scan: finds jobs that are neither leased nor delayed, some at a time
-- KEYS: the fixed ones; those of items and leases are the ones found
-- ARGV: the cursor of SCAN, the pattern of item keys
-- Reply: the next cursor, then ids
-- Cost: O(1) for each key of the database
-- include keys
local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 500)
local reply = { page[1] }
for _, item in ipairs(page[2]) do
	local id = string.sub(item, #item_base + 1)
	if redis.call('EXISTS', lease_base .. id) == 0 and not redis.call('ZSCORE', delayed, id) then
		reply[#reply + 1] = id
	end
end
return reply
