-- add: jobs become ready or delayed
-- KEYS: the fixed ones, then n item keys and n lease keys
-- ARGV: 1 to look for ids that are there, 0 not to; for how long ids are remembered, in
--   ms (0: not at all); n payloads; then, if any job has some, n ready times (empty: now,
--   +ms: after a delay, ms: at a time) and n times headers (or empty)
-- Reply: the places of the jobs that were not new
-- Cost: O(n); O(n log d) for delayed ones, with d jobs delayed
-- Abort: see arrivals; after the item, a lease that a foreign client left lasts to its end
-- include keys
-- include time
-- include ready_time
-- include remembered
-- include ring
-- include ids
local given, n, first = ids, #ids, 3
local items, leases = { unpack(KEYS, FIXED + 1, FIXED + n) }, { unpack(KEYS, FIXED + n + 1, FIXED + 2 * n) }
local known, is_known = {}, {}
if ARGV[1] == '1' then
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
redis.call('MSET', unpack(pairs_of))
-- What a foreign client left must not hold up the new job, nor a lease of an earlier life
-- count for it.
redis.call('DEL', unpack(except(is_known, leases)))
if rings then
	ring()
end
return known
