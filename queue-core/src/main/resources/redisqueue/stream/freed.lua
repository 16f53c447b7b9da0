-- include lib/freed
-- include lib/look
-- include stream/delivered
-- include stream/group
-- include stream/keys
-- include stream/leased
local function has_ready(keys, now)
	return first_undelivered(keys) or is_due(keys.delayed, now) or #pending(keys, '-', '+', 1, RELEASED) > 0
end

-- So many leases have ended, see ring_if_freed.
local function ring_freed(keys, token, freed)
	return ring_if_freed(keys, token, freed, count_leased, has_ready)
end
