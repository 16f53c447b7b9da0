-- remove: a schedule that was put is taken away, with its firings that are not due
-- KEYS: those of keys.lua
-- ARGV: the id
-- Reply: 0; 1 if it was there, 0 if not, -1 if running instances declare it, so that nothing has changed
-- Cost: O(log s) with s schedules
-- Abort: the schedule is gone; planning removes the rest
-- include lib/schedules
-- include lib/time
-- include schedules/declarations
-- include schedules/forget
-- include schedules/keys
local keys, id, now = name_keys(KEYS), ARGV[1], now_ms()
if #parse_declarations(redis.call('HGET', keys.declared, id), now) > 0 then
	return { 0, -1 }
end
local was_there = redis.call('HEXISTS', keys.schedules, id)
if was_there == 1 then
	local plan = parse_plan(redis.call('HGET', keys.plans, id))
	if plan then
		plan.paused = 0
	end
	forget(keys, id, plan, now)
end
return { 0, was_there }
