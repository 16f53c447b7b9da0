-- Whether anybody holds a job.
local function any_held()
	return #redis.call('ZRANGE', delayed, LEASED, '+inf', 'BYSCORE', 'LIMIT', 0, 1) > 0
end
