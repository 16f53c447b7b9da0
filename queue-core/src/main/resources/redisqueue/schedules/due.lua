-- due: which schedules planning has to look at; those that nobody declares any more go
-- KEYS: those of keys.lua
-- ARGV: how many at most
-- Reply: 0; the time in ms; the ids, their definitions, their plans; 1 if there may be more, else 0
-- Cost: O(n log s) for n of s schedules, plus the sizes of their definitions; O(s log s) if something was lost
-- Abort: see forget and store_plan
-- include lib/fitting
-- include lib/memory
-- include lib/schedules
-- include lib/time
-- include schedules/declarations
-- include schedules/forget
-- include schedules/keys
local WAIT_MS, RARELY_MS = 5000, 3600000
local keys, now, count = name_keys(KEYS), now_ms(), tonumber(ARGV[1])
allow_oom(keys)

-- Lets planning look at once at those of which something was lost. Of many, the others follow with the next calls.
local function restore(ids)
	local MAX_RESTORED, restored = 1000, 0
	for _, id in ipairs(ids) do
		if restored < MAX_RESTORED and not (redis.call('HEXISTS', keys.plans, id) == 1
			and redis.call('ZSCORE', keys.planning, id) and redis.call('ZSCORE', keys.firings, id)) then
			redis.call('ZADD', keys.planning, 0, id)
			redis.call('ZADD', keys.firings, 'NX', 'inf', id)
			restored = restored + 1
		end
	end
end

if is_lost(keys) then
	restore(redis.call('HKEYS', keys.plans))
	restore(redis.call('HKEYS', keys.schedules))
end

-- Whether firings are long due, as in a queue that is paused: nothing more is planned until they have been decided about.
local function is_waiting(plan, now)
	local LONG_MS = 30000
	return plan.paused == 0 and plan.instants[1] ~= nil and plan.instants[1] < now - LONG_MS
end

local function plan_of(id)
	local plan = parse_plan(redis.call('HGET', keys.plans, id))
	if not plan then
		plan = { planned = now, fired = now, job = 0, successor = UNPLANNED, count = 0, skipped = 0, paused = 0, anchor = now }
		plan.instants = {}
		store_plan(keys, id, plan, 0)
	end
	return plan
end

-- If a look is late, nobody was there to plan, nor perhaps to declare: whoever comes back may still do so.
local function with_more_time(id, declared, declarations, look_ms)
	local LATE_MS, MORE_MS = 120000, 120000
	if not declared or #declarations > 0 or look_ms > now - LATE_MS then
		return declarations
	end
	for _, one in ipairs(parse_declarations(declared, 0)) do
		one.last = now - FORGOTTEN_MS + MORE_MS
		declarations[#declarations + 1] = one
	end
	redis.call('HSET', keys.declared, id, declarations_text(declarations))
	return declarations
end

local ids, definitions, plans, bytes, looked = {}, {}, {}, 0, 0
local page = redis.call('ZRANGE', keys.planning, '-inf', now, 'BYSCORE', 'LIMIT', 0, count, 'WITHSCORES')
for k = 1, #page, 2 do
	local id, look_ms = page[k], tonumber(page[k + 1])
	local text = redis.call('HGET', keys.schedules, id)
	local definition = parse_definition(text)
	local declared = redis.call('HGET', keys.declared, id)
	local declarations = with_more_time(id, declared, parse_declarations(declared, now), look_ms)
	looked = looked + 1
	if not text then
		redis.call('HDEL', keys.plans, id)
		redis.call('HDEL', keys.declared, id)
		redis.call('ZREM', keys.firings, id)
		redis.call('ZREM', keys.planning, id)
	elseif declared and #declarations == 0 then
		forget(keys, id, plan_of(id), now)
	elseif not definition then
		-- Perhaps a newer version can read it. The caller tells the operator.
		store_plan(keys, id, plan_of(id), math.min(now + RARELY_MS, forgotten_at(declarations)))
		ids[#ids + 1], definitions[#definitions + 1], plans[#plans + 1] = id, text, ''
		bytes = bytes + #text
	else
		local plan = plan_of(id)
		local look = next_look(plan, now)
		if is_waiting(plan, now) then
			look = now + WAIT_MS
		end
		if look > now or plan.paused == 1 then
			store_plan(keys, id, plan, math.min(look, forgotten_at(declarations)))
		else
			ids[#ids + 1], definitions[#definitions + 1], plans[#plans + 1] = id, text, plan_text(plan)
			bytes = bytes + #text
		end
	end
	if bytes > MAX_BYTES then
		break
	end
end
return { 0, now, ids, definitions, plans, (looked == count or bytes > MAX_BYTES) and 1 or 0 }
