-- include lease/keys
-- include lease/stale_copies
-- include lib/hashes
-- Drops what earlier jobs of the same ids have left.
local function forget_earlier(keys, ids)
	remove_from_hashes(ids, keys.receipts, keys.failures, keys.crashes)
	redis.call('DEL', unpack(keys_of(keys.lease_base, ids)))
	remove_stale_copies(keys, ids)
end
