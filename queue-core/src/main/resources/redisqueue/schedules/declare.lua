-- declare: a schedule is there as long as instances declare it; of different declarations, that holds which was seen last
--   for the first time
-- KEYS: those of keys.lua
-- ARGV: the id, its definition: the digest and the fields that follow it
-- Reply: 0; 1 if this declaration holds, 0 if a newer one does, -1 if the schedule was put
-- Cost: O(log s) with s schedules, plus the size of the definition
-- Abort: the declaration is recorded; the next one defines the schedule
-- include lib/memory
-- include lib/time
-- include schedules/declarations
-- include schedules/define
-- include schedules/keys
local MOST = 20
local keys, id, digest, now = name_keys(KEYS), ARGV[1], ARGV[2], now_ms()
local text = redis.call('HGET', keys.declared, id)
if not text and redis.call('HEXISTS', keys.schedules, id) == 1 then
	return { 0, -1 }
end

-- read
local declarations, own, newest = parse_declarations(text, now), nil, nil
for _, one in ipairs(declarations) do
	own = one.digest == digest and one or own
	newest = (not newest or one.first >= newest.first) and one or newest
end
if not own then
	own = { digest = digest, first = newest and math.max(now, newest.first + 1) or now }
	newest = own
	declarations[#declarations + 1] = own
end
own.last = now
-- Of too many, those go that may have no instance any more.
while #declarations > MOST do
	local stalest
	for k, one in ipairs(declarations) do
		stalest = (one == newest or stalest and one.last >= declarations[stalest].last) and stalest or k
	end
	table.remove(declarations, stalest)
end

-- create
write(keys, 'HSET', keys.declared, id, declarations_text(declarations))
if newest == own then
	define(keys, id, { unpack(ARGV, 2, 8) }, now)
end
return { 0, newest == own and 1 or 0 }
