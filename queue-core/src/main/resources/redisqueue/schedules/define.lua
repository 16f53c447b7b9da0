-- include lib/fields
-- include lib/schedules
-- Gives a schedule a definition: the fields that begin with the digest. An equal one changes nothing. If another one fires
-- at the same times, its plan stays as it is, with all firings that were missed. Else it takes the firings that are not
-- due, and planning looks at it at once.
local function define(keys, id, fields, now)
	local stored = parse_definition(redis.call('HGET', keys.schedules, id))
	local plan = parse_plan(redis.call('HGET', keys.plans, id))
	if stored and plan and stored.digest == fields[1] then
		return
	end
	if not stored or not plan or stored.trigger ~= fields[2] then
		plan = plan or { fired = 0, job = 0, count = 0, skipped = 0, paused = 0, instants = {} }
		take_what_is_not_due(plan, now)
		plan.anchor = now
		-- Abort: an earlier definition is planned anew.
		store_plan(keys, id, plan, 0)
	end
	redis.call('HSET', keys.schedules, id, pack_fields(fields))
end
