-- So many leases have ended, see ring_if_freed.
local function ring_freed(keys, shard, freed)
	-- include lib/any_listed
	-- include lib/freed
	-- include type/leased
	return ring_if_freed(keys, shard, freed, count_leased, has_ready)
end
