-- When the first delayed job is due, or nil.
local function first_due()
	local first = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
	return first and tonumber(first)
end
