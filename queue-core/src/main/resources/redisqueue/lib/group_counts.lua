-- How many jobs wait in lines, or are to join one; and how many are delayed before they join.
local function group_counts(keys, now)
	local due = redis.call('ZCOUNT', keys.joining, '-inf', now)
	return redis.call('ZCARD', keys.line) + due, redis.call('ZCARD', keys.joining) - due
end
