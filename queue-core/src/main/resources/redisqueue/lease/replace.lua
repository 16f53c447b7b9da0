-- replace: jobs become ready or delayed, in place of those that have their ids
-- KEYS: those of keys.lua; those of items and leases follow from the ids
-- ARGV: n, n ids, for how long ids are remembered, in ms (0: not at all), n payloads, n ready times (empty: now, +ms: after a
--   delay, ms: at a time), n packed headers (empty: none), for how many ms the
--   holder of an old job keeps its place in its group, the shard
-- Reply: how many wake-ups the caller has to push; the positions of the jobs that were refused
-- Cost: O(n), O(n log d) for delayed ones; for each id that is there O(q + p) with q jobs ready, d delayed and p leased
-- Abort: see insert_jobs; before the payload, the old job may stand in its new place, with the new headers and without
--   its lease; after it, a second copy in queue or processing counts for nothing, and no bell rings
-- include lease/freed
-- include lease/keys
-- include lease/leased
-- include lease/receipt_held
-- include lease/stale_copies
-- include lib/arguments
-- include lib/bell
-- include lib/freed
-- include lib/insert_jobs
-- include lib/leave_groups
-- include lib/note
-- include lib/open_next
-- include lib/replacements
-- include lib/time
-- include lib/without
local keys, now = name_keys(KEYS, ARGV), now_ms()
local given, rest = id_arguments(ARGV)

-- read
local jobs = read_replacements(keys, given, ARGV, rest, now)
local ids = jobs.ids
if #ids == 0 then
	return { 0, unpack(jobs.refused) }
end
local before = leased_if_limited(keys, count_leased)
keep_places(keys, ids, receipt_held, tonumber(ARGV[#ARGV - 1]))
local items = keys_of(keys.item_base, ids)
local copies = {}
for k, id in ipairs(ids) do
	copies[k] = redis.call('EXISTS', items[k]) == 1 and #redis.call('LPOS', keys.queue, id, 'COUNT', 0)
end

-- create, but remove the leases before the payloads are there: who holds an old job must not end the new one
local waking = insert_jobs(keys, ids, jobs.ready_times, jobs.headers, now, false, true)
redis.call('DEL', unpack(keys_of(keys.lease_base, ids)))
redis.call('MSET', unpack(interleave(items, jobs.payloads)))
note(keys, ids, 'added')

-- remove the old copies; those in the queue are nearer to the tail than the new one
for k, id in ipairs(ids) do
	if copies[k] then
		if copies[k] > 0 then
			redis.call('LREM', keys.queue, -copies[k], id)
		end
		redis.call('LREM', keys.processing, 0, id)
		redis.call('ZREM', keys.suspects, id)
	end
end
remove_stale_copies(keys, ids)
local groups = leave_groups(keys, ids)
waking = waking + open_next(keys, groups, now)
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(jobs.refused) }
end
return { before and ring_freed(keys, ARGV[#ARGV], before - count_leased(keys)) or 0, unpack(jobs.refused) }
