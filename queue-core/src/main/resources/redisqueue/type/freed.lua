-- So many leases have ended, see ring_if_freed.
local function ring_freed(keys, token, freed)
	-- include lib/any_listed
	-- include lib/freed
	-- include type/leased
	return ring_if_freed(keys, token, freed, count_leased, has_ready)
end
