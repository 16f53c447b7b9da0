-- add: jobs become ready or delayed
-- KEYS: the fixed ones
-- ARGV: n, n ids, 1 to look for ids that are there, 0 not to; for how long ids are
--   remembered, in ms (0: not at all); n payloads; then, if any job has some, n ready times
--   (empty: now, +ms: after a delay, ms: at a time) and n times headers (or empty)
-- Reply: the places of the jobs that were not new
-- Cost: O(n); O(n log d) for delayed ones, with d jobs delayed; for one that was called
--   new but is leased O(p) with p jobs of its holder
-- Abort: see arrivals; a job that was called new but is leased is ready, its copies count
--   for nothing
-- include keys
-- include time
-- include ready_time
-- include remembered
-- include ring
-- include ids
-- include exists
-- include places
local given, n, first = ids, #ids, #ids + 4
local looks = ARGV[first - 2] == '1'
local ended = looks and remembered(given, tonumber(ARGV[first - 1])) or {}
local receipts = not looks and redis.call('EXISTS', tokens) == 1 and redis.call('HMGET', tokens, unpack(given)) or {}
local known, is_known = {}, {}
for i = 1, looks and n or 0 do
	if ended[i] or exists(given[i]) then
		known[#known + 1], is_known[i] = i, true
	end
end
-- include arrivals
local pairs_of = {}
for k, id in ipairs(ids) do
	pairs_of[2 * k - 1], pairs_of[2 * k] = id, payloads[k]
end
redis.call('HSET', jobs, unpack(pairs_of))
for i, receipt in ipairs(receipts) do
	local holder = holder_of(receipt)
	if holder then
		redis.call('LREM', private_base .. holder, 0, given[i])
		strike_off(holder)
	end
end
if rings then
	ring()
end
return known
