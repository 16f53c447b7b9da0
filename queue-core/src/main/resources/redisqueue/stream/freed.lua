local function has_ready(keys, now)
	-- include lib/look
	-- include stream/delivered
	-- include stream/group
	-- include stream/keys
	return first_undelivered(keys) or is_due(keys.delayed, now) or is_due(keys.joining, now)
		or #pending(keys, '-', '+', 1, RELEASED) > 0
end

-- So many leases have ended, see ring_if_freed. Jobs of groups that have opened but are not entries yet become
-- entries at once, so that they stand ahead of jobs that come later.
local function ring_freed(keys, shard, freed)
	-- include lib/freed
	-- include stream/leased
	if (keys.opened or 0) > 0 then
		-- include lib/time
		-- include stream/promote_due
		promote_due(keys, now_ms())
	end
	return ring_if_freed(keys, shard, freed, count_leased, has_ready)
end
