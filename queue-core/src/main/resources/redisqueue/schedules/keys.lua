-- The keys of the schedules of a queue by name. A call has the same keys as those of the queue.
local function name_keys(all)
	local base = string.sub(all[1], 1, -#'absent' - 1)
	return {
		schedules = base .. 'schedules',
		plans = base .. 'plans',
		firings = base .. 'firings',
		planning = base .. 'planning',
		declared = base .. 'declared',
		dead = base .. 'dead',
		bell = all[3] ~= all[1] and all[3] or nil,
	}
end
