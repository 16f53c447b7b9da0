-- leave: a schedule that the caller cannot read is left to newer versions; if none has planned it for a minute, the
--   next look at it is in an hour
-- KEYS: those of keys.lua
-- ARGV: the id
-- Reply: 0
-- Cost: O(log s) with s schedules
-- Abort: planning looks at the schedule again
-- include lib/memory
-- include lib/schedules
-- include lib/time
-- include schedules/declarations
-- include schedules/keys
local LATE_MS, RARELY_MS = 60000, 3600000
local keys, id, now = name_keys(KEYS), ARGV[1], now_ms()
local plan = parse_plan(redis.call('HGET', keys.plans, id))
if plan and next_look(plan, now) <= now and plan.planned < now - LATE_MS then
	local declarations = parse_declarations(redis.call('HGET', keys.declared, id), now)
	allow_oom(keys)
	redis.call('ZADD', keys.planning, 'XX',
		string.format('%.0f', math.min(now + RARELY_MS, forgotten_at(declarations))), id)
end
return { 0 }
