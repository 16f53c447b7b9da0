-- include lib/limits_reached
-- What keeps jobs of a state from being leased, as 1 or 0: a pause, the limit of rate, that of leased jobs.
local function obstacles(keys, state, count_leased)
	if state ~= 'READY' and state ~= 'WAITING' then
		return 0, 0, 0
	end
	return redis.call('EXISTS', keys.paused), limits_reached(keys, count_leased(keys))
end
