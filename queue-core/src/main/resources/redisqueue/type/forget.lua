-- include lib/hashes
-- Drops what an earlier life of some jobs has left.
local function forget_earlier(keys, ids)
	remove_from_hashes(ids, keys.receipts, keys.failures, keys.crashes)
end
