-- The ready time of the first job that is not leased, or nil.
local function first_due()
	local below = '(' .. string.format('%.0f', LEASED)
	local first = redis.call('ZRANGE', delayed, '-inf', below, 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')[2]
	return first and tonumber(first)
end
