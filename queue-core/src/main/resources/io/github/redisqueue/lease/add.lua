-- add: jobs become ready or delayed
-- KEYS: the fixed ones, then n item keys and n lease keys
-- ARGV: 1 to look for ids that are there, 0 not to; for how long ids are remembered, in
--   ms (0: not at all); then for each job its ready time
--   (empty: now, +ms: after a delay, ms: at a time), its payload, its headers (or empty)
-- Reply: for each job 1 if it was new, else 0
-- Cost: O(n); O(n log d) for delayed ones, with d jobs delayed
-- Abort: see arrivals; after the item, a lease that a foreign client left lasts to its end
-- include keys
-- include time
-- include ready_time
-- include remembered
-- include ring
-- include ids
local given, is_new = ids, {}
local n = #given
local looks = ARGV[1] == '1'
local none_exist = not looks or redis.call('EXISTS', unpack(KEYS, FIXED + 1, FIXED + n)) == 0
local ended = looks and remembered(given, tonumber(ARGV[2])) or {}
for i = 1, n do
	local absent = none_exist or redis.call('EXISTS', KEYS[FIXED + i]) == 0
	is_new[i] = absent and not ended[i] and 1 or 0
end
local first = 3
-- include arrivals
local items = {}
for k, id in ipairs(ids) do
	items[2 * k - 1], items[2 * k] = item_base .. id, payloads[k]
end
redis.call('MSET', unpack(items))
-- What a foreign client left must not hold up the new job, nor a lease of an earlier life
-- count for it.
local leases = {}
for k, id in ipairs(ids) do
	leases[k] = lease_base .. id
end
redis.call('DEL', unpack(leases))
if rings then
	ring()
end
return is_new
