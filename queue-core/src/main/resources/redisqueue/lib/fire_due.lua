-- include lib/fields
-- include lib/instants
-- include lib/memory
-- include lib/note
-- include lib/put_open
-- include lib/schedules
-- Firings of schedules that are due become jobs.

-- How many schedules one call looks at, with how many planned firings, about; how many firings it decides about, how many jobs
-- it makes, and how many bytes they have, about.
local MAX_SCHEDULES, MAX_READ, MAX_DECIDED, MAX_FIRED, MAX_FIRED_BYTES = 100, 5000, 1000, 100, 4 * 1024 * 1024

-- Makes a job, unless a call that was cut short has made it.
local function add_firing(jobs, job_id, id, instant, definition)
	local k = #jobs.ids + 1
	jobs.ids[k], jobs.payloads[k] = job_id, definition.payload
	jobs.headers[2 * k - 1] = job_id
	jobs.headers[2 * k] = definition.headers
		.. pack_fields({ 'schedule', id, 'firing', instant_text(instant), 'enqueued', string.format('%.0f', instant) })
	jobs.bytes = jobs.bytes + #definition.payload + #definition.headers
end

-- Decides about the firings of a schedule that are due, and makes jobs of them, as many as fit.
local function fire(keys, id, plan, definition, jobs, now, exists)
	local due = 0
	while (plan.instants[due + 1] or math.huge) <= now and jobs.decided < MAX_DECIDED and #jobs.ids < MAX_FIRED
		and jobs.bytes < MAX_FIRED_BYTES do
		due, jobs.decided = due + 1, jobs.decided + 1
		local instant, successor = plan.instants[due], plan.instants[due + 1] or plan.successor
		local is_late = now - instant > definition.grace_ms
		-- What is not planned yet is not due.
		local is_last = successor == 0 or successor == UNPLANNED or successor > now
		if instant > plan.fired then
			local before = plan.job > 0 and id .. '@' .. instant_text(plan.job)
			local job_id = id .. '@' .. instant_text(instant)
			if exists(keys, job_id) then
				plan.count, plan.job = plan.count + 1, instant
			elseif (is_late and (definition.catch_up == 'none' or (definition.catch_up == 'last' and not is_last)))
				or (definition.overlap == 'skip' and before and (jobs.ids[#jobs.ids] == before or exists(keys, before))) then
				plan.skipped = plan.skipped + 1
			else
				add_firing(jobs, job_id, id, instant, definition)
				plan.count, plan.job = plan.count + 1, instant
			end
			plan.fired = instant
		end
	end
	local left = {}
	for k = due + 1, #plan.instants do
		left[k - due] = plan.instants[k]
	end
	plan.instants = left
end

-- Returns how many jobs became ready. Abort: of a firing whose job is there, but is not recorded, no second job is made
-- unless the first has ended.
local function fire_due(keys, now, exists)
	local ids = redis.call('ZRANGE', keys.firings, '-inf', now, 'BYSCORE', 'LIMIT', 0, MAX_SCHEDULES)
	if #ids == 0 then
		return 0
	end
	local texts, definitions = redis.call('HMGET', keys.plans, unpack(ids)), redis.call('HMGET', keys.schedules, unpack(ids))
	local jobs, due = { ids = {}, payloads = {}, headers = {}, bytes = 0, decided = 0 }, {}
	local plans, idle, stray, read = {}, {}, {}, 0
	for k, id in ipairs(ids) do
		if read >= MAX_READ or jobs.decided >= MAX_DECIDED then
			break
		end
		local plan, definition = parse_plan(texts[k]), parse_definition(definitions[k])
		read = read + (plan and #plan.instants or 0)
		if plan and definition and (plan.instants[1] or math.huge) <= now then
			fire(keys, id, plan, definition, jobs, now, exists)
			plans[id] = plan
		elseif plan then
			local first = plan.instants[1] or 0
			idle[#idle + 1] = first > now and string.format('%.0f', first) or 'inf'
			idle[#idle + 1] = id
		else
			stray[#stray + 1] = id
		end
	end
	allow_oom(keys)
	if #jobs.ids > 0 then
		for k = 1, #jobs.ids do
			due[k] = now
		end
		redis.call('HSET', keys.headers, unpack(jobs.headers))
		put_open(keys, jobs.ids, jobs.payloads, due, now)
		note(keys, jobs.ids, 'added')
	end
	for id, plan in pairs(plans) do
		store_plan(keys, id, plan, next_look(plan, now))
	end
	if #idle > 0 then
		redis.call('ZADD', keys.firings, unpack(idle))
	end
	if #stray > 0 then
		redis.call('ZREM', keys.firings, unpack(stray))
	end
	return #jobs.ids
end
