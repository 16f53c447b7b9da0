-- add: jobs become ready or delayed
-- KEYS: those of keys.lua; those of items and leases follow from the ids
-- ARGV: n, n ids, 1 to look for ids that are there, 0 not to; for how long ids are remembered, in ms (0: not at all); n
--   payloads; then, if any job has some, n ready times (empty: now, +ms: after a delay, ms: at a time) and n packed
--   headers (empty: none); the shard
-- Reply: how many wake-ups the caller has to push; the positions of the jobs that were not new
-- Cost: O(n); O(n log d) for delayed ones, with d jobs delayed
-- Abort: see insert_jobs; after the item, a lease of an earlier job of the same id lasts to its end, and no bell rings
-- include lease/add_plainly
local reply = add_plainly(KEYS, ARGV)
if reply then
	return reply
end
-- include lease/keys
-- include lib/arguments
-- include lib/bell
-- include lib/grouped_jobs
-- include lib/insert_jobs
-- include lib/note
-- include lib/remembered
-- include lib/time
-- include lib/without
local keys = name_keys(KEYS, ARGV)
local given, rest = id_arguments(ARGV)
local n, looks, first = #given, ARGV[rest] == '1', rest + 2
local is_plain, window = #ARGV <= first + n, tonumber(ARGV[rest + 1])
local now = (not is_plain or window > 0) and now_ms() or 0
local items = keys_of(keys.item_base, given)
local lease_keys = looks and keys_of(keys.lease_base, given) or {}

-- read: mostly nothing is there yet, and one look tells; without a look for ids, MSETNX tells about the items
local is_empty = redis.call('EXISTS', keys.bell or keys.delayed, keys.delayed, keys.receipts, keys.failures, keys.crashes,
	keys.headers, keys.suspects, keys.groups, unpack(looks and interleave(items, lease_keys) or {})) == 0
local has_others = not is_empty and redis.call('EXISTS', keys.receipts, keys.failures, keys.crashes, keys.suspects,
	keys.groups) > 0
local known, is_known = {}, has_others and are_grouped(keys, given) or {}
local some_exist = looks and not is_empty and redis.call('EXISTS', unpack(items)) > 0
local completed = looks and remembered(keys, given, window, now) or {}
for i = 1, (looks or next(is_known)) and n or 0 do
	if is_known[i] or completed[i] or (some_exist and redis.call('EXISTS', items[i]) == 1) then
		known[#known + 1], is_known[i] = i, true
	end
end
if #known == n then
	return { 0, unpack(known) }
end
local ids = without(given, is_known)
local payloads = without({ unpack(ARGV, first, first + n - 1) }, is_known)
local ready_times = not is_plain and without({ unpack(ARGV, first + n, first + 2 * n - 1) }, is_known) or nil
local packed_headers = not is_plain and without({ unpack(ARGV, first + 2 * n, first + 3 * n - 1) }, is_known) or nil

-- create
local waking = insert_jobs(keys, ids, ready_times, packed_headers, now, is_empty, has_others)
local items_and_payloads = interleave(without(items, is_known), payloads)
local leases = {}
if looks then
	redis.call('MSET', unpack(items_and_payloads))
	leases = is_empty and {} or without(lease_keys, is_known)
elseif redis.call('MSETNX', unpack(items_and_payloads)) == 0 then
	redis.call('MSET', unpack(items_and_payloads))
	leases = keys_of(keys.lease_base, ids)
end
note(keys, ids, 'added')

-- remove: a lease of an earlier job of the same id must not count for a new one, nor one that a foreign client left hold
-- it up
if #leases > 0 then
	redis.call('DEL', unpack(leases))
end
if has_others then
	-- include lease/stale_copies
	remove_stale_copies(keys, ids)
end
return { waking > 0 and ring(keys, ARGV[#ARGV], waking, is_empty) or 0, unpack(known) }
