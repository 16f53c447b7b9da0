-- include stream/group
-- include stream/keys
-- How many lease times a consumer has to be idle.
local LONG_IDLE = 10

-- Removes consumers that have long been idle and hold nothing. The lease time is that of consumers that are not ours.
local function remove_idle_consumers(keys, lease_ms_of_others)
	if redis.call('EXISTS', keys.stream) == 0 then
		return
	end
	for _, consumer in ipairs(ask_group('XINFO', 'CONSUMERS', keys.stream, GROUP) or {}) do
		local name, holds, idle_ms = consumer[2], consumer[4], consumer[6]
		local _, lease_ms = worker_of(name)
		if holds == 0 and idle_ms > LONG_IDLE * (lease_ms or lease_ms_of_others) then
			redis.call('XGROUP', 'DELCONSUMER', keys.stream, GROUP, name)
		end
	end
end
