-- Whether anybody holds a job, or a cleaning has to drop what is left of one.
local function any_held()
	return redis.call('EXISTS', processing, suspects) > 0
end
