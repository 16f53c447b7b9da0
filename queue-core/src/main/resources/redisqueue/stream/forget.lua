-- include lib/hashes
-- Drops what earlier jobs of the same ids have left.
local function forget_earlier(keys, ids)
	remove_from_hashes(ids, keys.failures, keys.crashes)
end
