-- add: jobs become ready or delayed
-- KEYS: the fixed ones, then n item keys and n lease keys
-- ARGV: 1 to look for ids that are there, 0 not to; then for each job its ready time
--   (empty: now, +ms: after a delay, ms: at a time), its payload, its headers (or empty)
-- Reply: for each job 1 if it was new, else 0
-- Cost: O(n); O(n log d) for delayed ones, with d jobs delayed
-- Abort: the item comes last, and without it an id in queue or delayed is a ghost that
--   leasing drops; after it, stale extras of an earlier life may linger
-- include keys
-- include time
-- include ready_time
-- include ring
local n = (#KEYS - FIXED) / 2
local is_new, new = {}, {}
local none_exist = ARGV[1] == '0' or redis.call('EXISTS', unpack(KEYS, FIXED + 1, FIXED + n)) == 0
for i = 1, n do
	local absent = none_exist or redis.call('EXISTS', KEYS[FIXED + i]) == 0
	is_new[i] = absent and 1 or 0
	if absent then
		new[#new + 1] = i
	end
end
if #new == 0 then
	return is_new
end

local now = now_ms()
local was_empty = redis.call('LLEN', queue) == 0
local first_due = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
local earliest = first_due and tonumber(first_due) or math.huge
local ids, ready, later, head, bare, items, stale_leases = {}, {}, {}, {}, {}, {}, {}
local sooner = false
for k, i in ipairs(new) do
	local id = string.sub(KEYS[FIXED + i], #item_base + 1)
	local at, payload, headers_of = ARGV[3 * i - 1], ARGV[3 * i], ARGV[3 * i + 1]
	ids[k] = id
	local due = ready_time(at, now)
	if due <= now then
		ready[#ready + 1] = id
	else
		later[#later + 1], later[#later + 2] = due, id
		sooner = sooner or due < earliest
	end
	if headers_of ~= '' then
		head[#head + 1], head[#head + 2] = id, headers_of
	else
		bare[#bare + 1] = id
	end
	items[2 * k - 1], items[2 * k] = KEYS[FIXED + i], payload
	stale_leases[k] = KEYS[FIXED + n + i]
end

if #ready > 0 then
	redis.call('LPUSH', queue, unpack(ready))
end
if #later > 0 then
	redis.call('ZADD', delayed, unpack(later))
end
if #head > 0 then
	redis.call('HSET', headers, unpack(head))
end
redis.call('MSET', unpack(items))
-- What a foreign client left of an earlier life: it must not hold up or count for this one.
redis.call('HDEL', tokens, unpack(ids))
redis.call('HDEL', failures, unpack(ids))
redis.call('HDEL', crashes, unpack(ids))
if #bare > 0 then
	redis.call('HDEL', headers, unpack(bare))
end
if #ready > 0 then
	redis.call('ZREM', delayed, unpack(ready))
end
if ARGV[1] == '1' then
	redis.call('DEL', unpack(stale_leases))
end
if (#ready > 0 and was_empty) or sooner then
	ring()
end
return is_new
