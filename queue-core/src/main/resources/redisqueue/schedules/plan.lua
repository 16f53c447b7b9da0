-- plan: firings of a schedule are planned, unless somebody else has planned them
-- KEYS: those of keys.lua
-- ARGV: the id, the digest of its definition, up to when it is planned, in ms; up to when it is to be planned, the firing
--   behind that (0: none), the firings, in ms with spaces between; the shard
-- Reply: how many wake-ups the caller has to push; 1 if they were planned, else 0
-- Cost: O(n + log s) for n firings with s schedules
-- Abort: see store_plan
-- include lib/bell
-- include lib/first_to_arrive
-- include lib/memory
-- include lib/schedules
-- include lib/time
-- include schedules/declarations
-- include schedules/keys
local keys, id, now = name_keys(KEYS), ARGV[1], now_ms()
local definition = parse_definition(redis.call('HGET', keys.schedules, id))
local plan = parse_plan(redis.call('HGET', keys.plans, id))
if not definition or not plan or definition.digest ~= ARGV[2] or plan.planned ~= tonumber(ARGV[3]) or plan.paused == 1 then
	return { 0, 0 }
end
local first = first_firing(keys)
plan.planned, plan.successor = tonumber(ARGV[4]), tonumber(ARGV[5])
for instant in string.gmatch(ARGV[6], '%d+') do
	if tonumber(instant) > (plan.instants[#plan.instants] or plan.fired) then
		plan.instants[#plan.instants + 1] = tonumber(instant)
	end
end
local declarations = parse_declarations(redis.call('HGET', keys.declared, id), now)
allow_oom(keys)
store_plan(keys, id, plan, math.min(next_look(plan, now), forgotten_at(declarations)))
local is_sooner = (plan.instants[1] or math.huge) < first
return { is_sooner and ring(keys, ARGV[#ARGV], 1) or 0, 1 }
