-- The headers of jobs, false for those that have none.
local function headers_of(some)
	return redis.call('HMGET', headers, unpack(some))
end
