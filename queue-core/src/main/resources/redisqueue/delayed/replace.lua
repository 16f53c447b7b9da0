-- replace: jobs become ready or delayed, in place of those that have their ids
-- KEYS: those of keys.lua
-- ARGV: n, n ids; for how long ids are remembered, in ms (0: not at all), n payloads, n ready times (empty: now, +ms:
--   after a delay, ms: at a time), n packed headers (empty: none), for how many ms the
--   holder of an old job keeps its place in its group, the shard
-- Reply: how many wake-ups the caller has to push; the positions of the jobs that were refused
-- Cost: O(n log m) with m jobs in the queue
-- Abort: before the payload, the old job may stand in its new place, with the new headers and without its lease; a
--   payload without a score is a leftover, which the cleaner drops; counts may be those of the old job
-- include delayed/freed
-- include delayed/keys
-- include delayed/leased
-- include delayed/receipt_held
-- include lib/arguments
-- include lib/arrival
-- include lib/bell
-- include lib/freed
-- include lib/hashes
-- include lib/leave_groups
-- include lib/note
-- include lib/open_next
-- include lib/ready_time
-- include lib/replacements
-- include lib/time
-- include lib/without
local keys = name_keys(KEYS, ARGV)
keys.begin_us = now_us()
local now = math.floor(keys.begin_us / 1000)
local given, rest = id_arguments(ARGV)

-- read
local jobs = read_replacements(keys, given, ARGV, rest, now)
local ids = jobs.ids
if #ids == 0 then
	return { 0, unpack(jobs.refused) }
end
local before = leased_if_limited(keys, count_leased)
keep_places(keys, ids, receipt_held, tonumber(ARGV[#ARGV - 1]))
local waking, soonest = 0, math.huge
local scores, headed, bare = {}, {}, {}
for k, id in ipairs(ids) do
	local at_once = next_arrival(keys)
	local due = math.max(at_once, ready_time(jobs.ready_times[k], now))
	scores[2 * k - 1], scores[2 * k] = due, id
	if due == at_once then
		waking = waking + 1
	else
		soonest = math.min(soonest, due)
	end
	if jobs.headers[k] ~= '' then
		headed[#headed + 1], headed[#headed + 2] = id, jobs.headers[k]
	else
		bare[#bare + 1] = id
	end
end
if soonest < first_to_come(keys, now) then
	waking = waking + 1
end

-- create, but end the leases before the payloads are there: who holds an old job must not end the new one. The score of
-- a new job comes last.
redis.call('ZADD', keys.delayed, 'XX', unpack(scores))
redis.call('HDEL', keys.receipts, unpack(ids))
if #headed > 0 then
	redis.call('HSET', keys.headers, unpack(headed))
end
if #bare > 0 then
	remove_from_hashes(bare, keys.headers)
end
redis.call('HSET', keys.jobs, unpack(interleave(ids, jobs.payloads)))
redis.call('ZADD', keys.delayed, unpack(scores))
note(keys, ids, 'added')

-- remove
remove_from_hashes(ids, keys.failures, keys.crashes)
local groups = leave_groups(keys, ids)
waking = waking + open_next(keys, groups, now)
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(jobs.refused) }
end
return { before and ring_freed(keys, ARGV[#ARGV], before - count_leased(keys)) or 0, unpack(jobs.refused) }
