-- add: jobs become ready or delayed
-- KEYS: the fixed ones, then n item keys and, if ids are to be looked for, n lease keys;
--   else no job has one, unless the caller is wrong: then they follow from the ids
-- ARGV: 1 to look for ids that are there, 0 not to; for how long ids are remembered, in
--   ms (0: not at all); n payloads; then, if any job has some, n ready times (empty: now,
--   +ms: after a delay, ms: at a time) and n times headers (or empty)
-- Reply: the places of the jobs that were not new
-- Cost: O(n); O(n log d) for delayed ones, with d jobs delayed
-- Abort: see arrivals; after the item, a lease of an earlier life lasts to its end, and no
--   bell rings
-- include keys
-- include time
-- include ready_time
-- include remembered
-- include ring
local looks, first = ARGV[1] == '1', 3
local n = (#KEYS - FIXED) / (looks and 2 or 1)
local items, given = { unpack(KEYS, FIXED + 1, FIXED + n) }, {}
for i, item in ipairs(items) do
	given[i] = string.sub(item, #item_base + 1)
end
local known, is_known = {}, {}
if looks then
	local some_exist = redis.call('EXISTS', unpack(items)) > 0
	local ended = remembered(given, tonumber(ARGV[2]))
	for i = 1, n do
		if ended[i] or (some_exist and redis.call('EXISTS', items[i]) == 1) then
			known[#known + 1], is_known[i] = i, true
		end
	end
end
-- include arrivals
local pairs_of = {}
for k, item in ipairs(except(is_known, items)) do
	pairs_of[2 * k - 1], pairs_of[2 * k] = item, payloads[k]
end
-- A lease of an earlier life must not count for a new job, nor one hold it up that a foreign
-- client left.
local leases = {}
if looks then
	redis.call('MSET', unpack(pairs_of))
	leases = except(is_known, { unpack(KEYS, FIXED + n + 1, FIXED + 2 * n) })
elseif redis.call('MSETNX', unpack(pairs_of)) == 0 then
	redis.call('MSET', unpack(pairs_of))
	for i, id in ipairs(given) do
		leases[i] = lease_base .. id
	end
end
if #leases > 0 then
	redis.call('DEL', unpack(leases))
end
if rings then
	ring()
end
return known
