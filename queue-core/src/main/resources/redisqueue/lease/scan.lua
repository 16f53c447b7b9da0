-- scan: finds jobs that are neither leased nor delayed, some at a time
-- KEYS: those of keys.lua; those of items and leases are the ones found
-- ARGV: the cursor of SCAN, the pattern of item keys
-- Reply: 0; the next cursor, the ids
-- Cost: O(1) for each key of the database
-- include lease/keys
local keys, ids = name_keys(KEYS), {}
local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 500)
for _, item in ipairs(page[2]) do
	local id = string.sub(item, #keys.item_base + 1)
	if redis.call('EXISTS', keys.lease_base .. id) == 0 and not redis.call('ZSCORE', keys.delayed, id) then
		ids[#ids + 1] = id
	end
end
return { 0, page[1], ids }
