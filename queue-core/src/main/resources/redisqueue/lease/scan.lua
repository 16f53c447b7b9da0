-- scan: finds jobs that are neither leased nor delayed, some at a time. A lease without an end, as somebody has left it
--   who overwrote its key, gets one: else no worker would ever lease its job again.
-- KEYS: those of keys.lua; those of items and leases are the ones found
-- ARGV: the cursor of SCAN, the pattern of item keys, for how many ms such a lease lasts
-- Reply: 0; the next cursor, the ids
-- Cost: O(1) for each key of the database
-- Abort: some leases have got an end
-- include lease/keys
local keys, ids = name_keys(KEYS), {}
local NO_KEY, NO_END = -2, -1
local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 500)
for _, item in ipairs(page[2]) do
	local id = string.sub(item, #keys.item_base + 1)
	local left = redis.call('PTTL', keys.lease_base .. id)
	if left == NO_END then
		redis.call('PEXPIRE', keys.lease_base .. id, ARGV[3])
	elseif left == NO_KEY and not redis.call('ZSCORE', keys.delayed, id) then
		ids[#ids + 1] = id
	end
end
return { 0, page[1], ids }
