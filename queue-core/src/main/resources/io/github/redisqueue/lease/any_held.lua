-- Whether anybody holds a job; true may also mean that somebody did.
local function any_held()
	return redis.call('EXISTS', processing) == 1
end
