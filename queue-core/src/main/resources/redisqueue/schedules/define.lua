-- include lib/fields
-- include lib/schedules
-- Gives a schedule a definition: the fields that begin with the digest. An equal one changes nothing. Another one takes
-- the firings that are planned, and planning looks at it at once.
local function define(keys, id, fields, now)
	local stored = parse_definition(redis.call('HGET', keys.schedules, id))
	local plan = parse_plan(redis.call('HGET', keys.plans, id))
	if stored and plan and stored.digest == fields[1] then
		return
	end
	local is_same_trigger = stored and plan and stored.trigger == fields[2]
	plan = plan or { fired = 0, job = 0, count = 0, skipped = 0, paused = 0 }
	plan.planned, plan.successor, plan.instants = math.max(now, plan.fired), UNPLANNED, {}
	plan.anchor = is_same_trigger and plan.anchor or now
	-- Abort: an earlier definition is planned anew.
	store_plan(keys, id, plan, 0)
	redis.call('HSET', keys.schedules, id, pack_fields(fields))
end
