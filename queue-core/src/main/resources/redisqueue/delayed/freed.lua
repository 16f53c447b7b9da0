-- include delayed/leased
-- include lib/freed
-- include lib/look
local function has_ready(keys, now)
	return is_due(keys.delayed, now) or is_due(keys.joining, now)
end

-- So many leases have ended, see ring_if_freed.
local function ring_freed(keys, token, freed)
	return ring_if_freed(keys, token, freed, count_leased, has_ready)
end
