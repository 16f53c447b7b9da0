-- tidy: consumers that have long been idle and hold nothing are removed
-- KEYS: the fixed ones
-- ARGV: the lease time in ms of consumers that are not ours
-- Reply: how many were removed
-- Cost: O(c) with c consumers
-- Abort: some are removed
-- include keys
-- include group
-- include open
local LONG_IDLE = 10
local removed = 0
if redis.call('EXISTS', stream) == 1 then
	for _, consumer in ipairs(ask('XINFO', 'CONSUMERS', stream, GROUP) or {}) do
		local name, holds, idle = consumer[2], consumer[4], consumer[6]
		local _, lease_ms = holder_of(name)
		if holds == 0 and idle > LONG_IDLE * (lease_ms or tonumber(ARGV[1])) then
			redis.call('XGROUP', 'DELCONSUMER', stream, GROUP, name)
			removed = removed + 1
		end
	end
end
return { removed }
