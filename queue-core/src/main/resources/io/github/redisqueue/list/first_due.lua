-- The ready time of the first job that is delayed, or nil.
local function first_due()
	local first = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
	return first and tonumber(first)
end
