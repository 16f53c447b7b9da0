-- pause: a schedule is paused or resumed; its firings that are not due are taken, and planned anew from now on
-- KEYS: those of keys.lua
-- ARGV: the id; 1 to pause, 0 to resume
-- Reply: 0; 1 if there is such a schedule, else 0
-- Cost: O(log s) with s schedules
-- Abort: planning looks at the schedule at once, and restores what is missing
-- include lib/memory
-- include lib/schedules
-- include lib/time
-- include schedules/keys
local keys, id, paused, now = name_keys(KEYS), ARGV[1], tonumber(ARGV[2]), now_ms()
local plan = parse_plan(redis.call('HGET', keys.plans, id))
if not plan or redis.call('HEXISTS', keys.schedules, id) == 0 then
	return { 0, 0 }
end
if plan.paused ~= paused then
	take_what_is_not_due(plan, now)
	plan.paused = paused
	allow_oom(keys)
	redis.call('ZADD', keys.planning, 0, id)
	store_plan(keys, id, plan, paused == 1 and next_look(plan, now) or 0)
end
return { 0, 1 }
