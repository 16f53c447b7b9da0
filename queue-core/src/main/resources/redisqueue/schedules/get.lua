-- get: schedules and their plans
-- KEYS: those of keys.lua
-- ARGV: n ids; the shard
-- Reply: 0; the time in ms; for each id in turn its definition, its plan, 1 if instances declare it, else 0; the rest is
--   missing if that is more than 4 MiB
-- Cost: O(1) for each, plus the sizes of their definitions
-- include lib/fitting
-- include lib/time
-- include schedules/declarations
-- include schedules/keys
local keys, now, bytes = name_keys(KEYS), now_ms(), 0
local reply = { 0, now }
for k = 1, #ARGV - 1 do
	local id = ARGV[k]
	local definition = redis.call('HGET', keys.schedules, id)
	bytes = bytes + #(definition or '')
	if bytes > MAX_BYTES and #reply > 2 then
		break
	end
	reply[#reply + 1] = definition
	reply[#reply + 1] = redis.call('HGET', keys.plans, id)
	reply[#reply + 1] = #parse_declarations(redis.call('HGET', keys.declared, id), now) > 0 and 1 or 0
end
return reply
