-- put: a schedule is there until it is removed
-- KEYS: those of keys.lua
-- ARGV: the id, its definition: the digest and the fields that follow it
-- Reply: 0; 1 if running instances declare the schedule, so that nothing has changed, else 0
-- Cost: O(log s) with s schedules, plus the size of the definition
-- Abort: see define
-- include lib/time
-- include schedules/declarations
-- include schedules/define
-- include schedules/keys
local keys, id, now = name_keys(KEYS), ARGV[1], now_ms()
if #parse_declarations(redis.call('HGET', keys.declared, id), now) > 0 then
	return { 0, 1 }
end
define(keys, id, { unpack(ARGV, 2, 8) }, now)
redis.call('HDEL', keys.declared, id)
return { 0, 0 }
