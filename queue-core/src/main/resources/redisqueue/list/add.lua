-- add: jobs become ready or delayed
-- KEYS: those of keys.lua
-- ARGV: n, n ids, 1 to look for ids that are there, 0 not to; for how long ids are remembered, in ms (0: not at all); n
--   payloads; then, if any job has some, n ready times (empty: now, +ms: after a delay, ms: at a time) and n packed
--   headers (empty: none); the shard
-- Reply: how many wake-ups the caller has to push; the positions of the jobs that were not new
-- Cost: O(n); O(n log d) for delayed ones, with d jobs delayed; for one that was called new but is leased O(p) with p
--   jobs of its holder
-- Abort: see insert_jobs; a job that was called new but is leased is ready, its copies count for nothing
-- include list/add_plainly
local reply = add_plainly(KEYS, ARGV)
if reply then
	return reply
end
-- include lib/arguments
-- include lib/bell
-- include lib/grouped_jobs
-- include lib/insert_jobs
-- include lib/note
-- include lib/remembered
-- include lib/time
-- include lib/without
-- include list/jobs
-- include list/keys
-- include list/private_lists
local keys = name_keys(KEYS, ARGV)
local given, rest = id_arguments(ARGV)
local n, looks, first = #given, ARGV[rest] == '1', rest + 2
local is_plain, window = #ARGV <= first + n, tonumber(ARGV[rest + 1])
local now = (not is_plain or window > 0) and now_ms() or 0

-- read: mostly nothing is there yet, and one look tells
local is_empty = redis.call('EXISTS', keys.bell or keys.jobs, keys.jobs, keys.delayed, keys.receipts, keys.failures,
	keys.crashes, keys.headers, keys.groups) == 0
local has_others = not is_empty
	and redis.call('EXISTS', keys.receipts, keys.failures, keys.crashes, keys.groups) > 0
local completed = looks and remembered(keys, given, window, now) or {}
local known, is_known = {}, has_others and are_grouped(keys, given) or {}
for i = 1, (looks or next(is_known)) and n or 0 do
	if is_known[i] or completed[i] or (looks and not is_empty and exists(keys, given[i])) then
		known[#known + 1], is_known[i] = i, true
	end
end
if #known == n then
	return { 0, unpack(known) }
end
local some_receipts = not looks and has_others and redis.call('EXISTS', keys.receipts) == 1
local receipts = some_receipts and redis.call('HMGET', keys.receipts, unpack(given)) or {}
local ids = without(given, is_known)
local payloads = without({ unpack(ARGV, first, first + n - 1) }, is_known)
local ready_times = not is_plain and without({ unpack(ARGV, first + n, first + 2 * n - 1) }, is_known) or nil
local packed_headers = not is_plain and without({ unpack(ARGV, first + 2 * n, first + 3 * n - 1) }, is_known) or nil

-- create
local waking = insert_jobs(keys, ids, ready_times, packed_headers, now, is_empty, has_others)
redis.call('HSET', keys.jobs, unpack(interleave(ids, payloads)))
note(keys, ids, 'added')

-- remove
for i, receipt in ipairs(receipts) do
	local holder = not is_known[i] and holder_of(receipt)
	if holder then
		redis.call('LREM', keys.private_base .. holder, 0, given[i])
		unregister_idle(keys, holder)
	end
end
return { waking > 0 and ring(keys, ARGV[#ARGV], waking, is_empty) or 0, unpack(known) }
