-- include lib/memory
-- Instances clean a queue in turn: in each round one of them takes the turn of that depth, with the first script of its
-- cleaning. The turn ends by itself before the next round, or with a cleaning that fails.

-- Whether the caller cleans: it does not take turns (0 ms), or takes the turn, or has it already, as with a call that is
-- repeated. Who cleans more rarely than the caller does not make it wait, nor does a turn that would never end.
local function has_turn(keys, turn, holder, ms)
	if ms == '0' or write(keys, 'SET', turn, holder, 'NX', 'PX', ms) or redis.pcall('GET', turn) == holder then
		return true
	end
	local left = redis.call('PTTL', turn)
	if left >= 0 and left <= tonumber(ms) then
		return false
	end
	write(keys, 'SET', turn, holder, 'PX', ms)
	return true
end
