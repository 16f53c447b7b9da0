-- include lease/leased
-- include lib/any_listed
-- include lib/freed
-- So many leases have ended, see ring_if_freed.
local function ring_freed(keys, token, freed)
	return ring_if_freed(keys, token, freed, count_leased, has_ready)
end
