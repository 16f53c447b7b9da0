-- include lib/fields
-- The schedules of a queue. schedules has the definition of each: a digest, when it fires, 'allow' or 'skip' if jobs
-- overlap, 'none', 'last' or 'all' to catch up with, the grace in ms, packed headers, the payload. plans has what becomes
-- of it, in numbers:
--   planned     up to when firings have been planned, in ms
--   fired       the last firing that took place or was skipped, in ms; what is not later never fires again
--   job         the firing of the last job, in ms; 0 if there was none
--   successor   the firing behind the last that is planned, in ms; 0 if there is none, UNPLANNED if nothing is planned
--   count       how many jobs the schedule has made
--   skipped     how many firings were skipped
--   paused      1 if it is paused; then instants has only firings that were due before
--   anchor      from when on periods are counted, in ms
--   instants    the firings that are planned, in ms
-- firings has all of them by their first planned firing, infinity if there is none; planning has all of them by the time
-- at which planning has to look at them. So each of the two tells that a member of it was lost. What is left of a
-- schedule that was removed, so that no firing is repeated, stays in plans for a day.
local UNPLANNED, LATEST = 1, 2 ^ 52

local function names_of_numbers()
	return { 'planned', 'fired', 'job', 'successor', 'count', 'skipped', 'paused', 'anchor' }
end

local function parse_definition(text)
	local fields = text and parse_fields(text)
	if not fields or #fields < 7 or not (fields[1] and fields[7]) then
		return nil
	end
	return { digest = fields[1], trigger = fields[2], overlap = fields[3], catch_up = fields[4],
		grace_ms = tonumber(fields[5]) or 0, headers = fields[6] or '', payload = fields[7] }
end

-- Nil if the text is no plan: others may have written it.
local function parse_plan(text)
	local numbers, instants = string.match(text or '', '^([%d ]+):([%d ]*)$')
	local plan, names, k = { instants = {} }, names_of_numbers(), 0
	for number in string.gmatch(numbers or '', '%d+') do
		k = k + 1
		plan[names[k] or k] = math.min(tonumber(number), LATEST)
	end
	for instant in string.gmatch(instants or '', '%d+') do
		plan.instants[#plan.instants + 1] = math.min(tonumber(instant), LATEST)
	end
	return k == #names and plan or nil
end

local function plan_text(plan)
	local numbers, instants = {}, {}
	for k, name in ipairs(names_of_numbers()) do
		numbers[k] = string.format('%.0f', plan[name])
	end
	for k, instant in ipairs(plan.instants) do
		instants[k] = string.format('%.0f', instant)
	end
	return table.concat(numbers, ' ') .. ':' .. table.concat(instants, ' ')
end

-- Takes the firings that are not due from a plan: it is planned anew from now on.
local function take_what_is_not_due(plan, now)
	local due = {}
	for k, instant in ipairs(plan.instants) do
		due[k] = instant <= now and instant or nil
	end
	plan.planned, plan.successor, plan.instants = math.max(now, plan.fired), UNPLANNED, due
end

-- When planning has to look at a plan again, in ms: when no firing is ahead, or one of the next 30 seconds is missing.
-- From time to time it looks at all.
local function next_look(plan, now)
	local AHEAD_MS, RARELY_MS = 30000, 3600000
	local last = plan.instants[#plan.instants]
	if plan.paused == 1 or plan.successor == 0 then
		return now + RARELY_MS
	end
	return math.min(last or 0, plan.successor - AHEAD_MS, now + RARELY_MS)
end

-- Stores a plan, and when planning has to look at it. Abort: planning restores the rest, which follows from the plan.
local function store_plan(keys, id, plan, look_ms)
	redis.call('HSET', keys.plans, id, plan_text(plan))
	redis.call('ZADD', keys.firings, plan.instants[1] and string.format('%.0f', plan.instants[1]) or 'inf', id)
	redis.call('ZADD', keys.planning, string.format('%.0f', look_ms), id)
end

-- Whether somebody has deleted plans, or what follows from them.
local function is_lost(keys)
	local plans, schedules = redis.call('HLEN', keys.plans), redis.call('HLEN', keys.schedules)
	return plans < schedules or redis.call('ZCARD', keys.planning) < plans or redis.call('ZCARD', keys.firings) < plans
end
