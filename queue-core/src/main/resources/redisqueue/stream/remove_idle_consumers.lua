-- remove_idle_consumers: consumers that have long been idle and hold nothing are removed
-- KEYS: those of keys.lua
-- ARGV: the lease time in ms of consumers that are not ours
-- Reply: 0; how many were removed
-- Cost: O(c) with c consumers
-- Abort: some are removed
-- include lib/memory
-- include stream/group
-- include stream/keys
local keys = name_keys(KEYS)
allow_oom(keys)
local LONG_IDLE = 10
local removed = 0
if redis.call('EXISTS', keys.stream) == 1 then
	for _, consumer in ipairs(ask_group('XINFO', 'CONSUMERS', keys.stream, GROUP) or {}) do
		local name, holds, idle_ms = consumer[2], consumer[4], consumer[6]
		local _, lease_ms = worker_of(name)
		if holds == 0 and idle_ms > LONG_IDLE * (lease_ms or tonumber(ARGV[1])) then
			redis.call('XGROUP', 'DELCONSUMER', keys.stream, GROUP, name)
			removed = removed + 1
		end
	end
end
return { 0, removed }
