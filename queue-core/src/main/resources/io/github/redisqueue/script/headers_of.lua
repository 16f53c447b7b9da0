-- The headers of jobs, by their places; nil if none of them has any.
local function headers_of(some)
	return redis.call('EXISTS', headers) == 1 and redis.call('HMGET', headers, unpack(some)) or nil
end
