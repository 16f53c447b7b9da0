-- include lib/bell
-- include lib/limits
-- include lib/time
-- The end of leases makes room below the limit of jobs that are leased at the same time.

-- How many jobs are leased, if there is such a limit, and the caller may count them; else nil.
local function leased_if_limited(keys, count_leased)
	local limits = read_limits(keys, '')
	if limits and limits.max_leased > 0 then
		local may_count, leased = pcall(count_leased, keys)
		return may_count and leased or nil
	end
end

-- Offers jobs of groups that have opened; or rings if so many leases have ended, the queue was at its limit before, and jobs are
-- ready. Returns what ring does.
local function ring_if_freed(keys, shard, freed, count_leased, has_ready)
	if (keys.opened or 0) > 0 then
		return offer(keys.opened)
	end
	local limits = freed > 0 and read_limits(keys, '') or nil
	if not limits or limits.max_leased == 0 then
		return 0
	end
	local leased = count_leased(keys)
	if leased >= limits.max_leased or leased + freed < limits.max_leased then
		return 0
	end
	-- Whoever cancels jobs may not be allowed to look.
	local may_look, is_ready = pcall(has_ready, keys, now_ms())
	return may_look and is_ready and ring(keys, shard, freed) or 0
end
