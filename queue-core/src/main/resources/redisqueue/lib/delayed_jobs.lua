-- Jobs that are delayed, in the algorithms that keep them in a sorted set of their own.

-- When the first of them is due, in ms; nil if there is none.
local function first_due(keys)
	local first = redis.call('ZRANGE', keys.delayed, 0, 0, 'WITHSCORES')[2]
	return first and tonumber(first)
end

-- How many ms it is until the first of them is due; -1 if there is none.
local function next_due(keys, now)
	local first = first_due(keys)
	return first and math.max(0, first - now) or -1
end
