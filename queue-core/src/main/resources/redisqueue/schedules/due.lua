-- due: which schedules planning has to look at; those that nobody declares any more go
-- KEYS: those of keys.lua
-- ARGV: how many at most
-- Reply: 0; the time in ms; the ids, their definitions, their plans; 1 if there may be more, else 0
-- Cost: O(n log s) for n of s schedules, plus the sizes of their definitions
-- Abort: see forget and store_plan
-- include lib/memory
-- include lib/schedules
-- include lib/time
-- include schedules/declarations
-- include schedules/forget
-- include schedules/keys
local MAX_BYTES_READ = 4 * 1024 * 1024
local keys, now, count = name_keys(KEYS), now_ms(), tonumber(ARGV[1])
allow_oom(keys)

-- Somebody may have deleted the key.
if redis.call('ZCARD', keys.planning) < redis.call('HLEN', keys.plans) then
	local from = '0'
	repeat
		local page = redis.call('HSCAN', keys.plans, from, 'COUNT', 100)
		for k = 1, #page[2], 2 do
			redis.call('ZADD', keys.planning, 'NX', 0, page[2][k])
		end
		from = page[1]
	until from == '0'
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

local ids, definitions, plans, bytes, looked = {}, {}, {}, 0, 0
for _, id in ipairs(redis.call('ZRANGE', keys.planning, '-inf', now, 'BYSCORE', 'LIMIT', 0, count)) do
	local text = redis.call('HGET', keys.schedules, id)
	local definition = parse_definition(text)
	local declared = redis.call('HGET', keys.declared, id)
	local declarations = parse_declarations(declared, now)
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
		redis.call('ZADD', keys.planning, string.format('%.0f', now + 3600000), id)
		ids[#ids + 1], definitions[#definitions + 1], plans[#plans + 1] = id, text, ''
	else
		local plan = plan_of(id)
		local look = next_look(plan, now)
		if look > now or plan.paused == 1 then
			store_plan(keys, id, plan, math.min(look, forgotten_at(declarations)))
		else
			ids[#ids + 1], definitions[#definitions + 1], plans[#plans + 1] = id, text, plan_text(plan)
			bytes = bytes + #text
		end
	end
	if bytes > MAX_BYTES_READ then
		break
	end
end
return { 0, now, ids, definitions, plans, (looked == count or bytes > MAX_BYTES_READ) and 1 or 0 }
