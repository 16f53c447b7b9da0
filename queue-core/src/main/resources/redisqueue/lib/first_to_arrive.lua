-- What comes before it is ready, see arrivals.

-- When the first delayed job joins, in ms.
local function first_to_join(keys)
	return tonumber(redis.call('ZRANGE', keys.joining, 0, 0, 'WITHSCORES')[2] or math.huge)
end

-- When the first firing is due, in ms.
local function first_firing(keys)
	return tonumber(redis.call('ZRANGE', keys.firings, 0, 0, 'WITHSCORES')[2] or math.huge)
end
