local function has_ready(keys, now)
	-- include lib/look
	return is_due(keys.delayed, now) or is_due(keys.joining, now)
end

-- So many leases have ended, see ring_if_freed.
local function ring_freed(keys, shard, freed)
	-- include delayed/leased
	-- include lib/freed
	return ring_if_freed(keys, shard, freed, count_leased, has_ready)
end
