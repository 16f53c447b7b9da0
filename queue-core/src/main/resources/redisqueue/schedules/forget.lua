-- include lib/schedules
-- Takes a schedule away, but keeps for a day up to when it has fired, and whether it is paused. Abort: the rest goes when planning looks at it.
local function forget(keys, id, plan, now)
	local DAY_MS = 24 * 3600000
	redis.call('HDEL', keys.schedules, id)
	redis.call('HDEL', keys.declared, id)
	if plan then
		plan.instants, plan.successor, plan.anchor = {}, 0, 0
		store_plan(keys, id, plan, now + DAY_MS)
	end
end
