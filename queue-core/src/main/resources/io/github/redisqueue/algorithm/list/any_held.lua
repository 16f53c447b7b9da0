-- Whether anybody holds a job.
local function any_held()
	return redis.call('EXISTS', workers) == 1
end
