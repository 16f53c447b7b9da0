-- replace: jobs become ready or delayed, in place of those that have their ids
-- KEYS: those of keys.lua
-- ARGV: n, n ids; for how long ids are remembered, in ms (0: not at all), n payloads, n ready times (empty: now, +ms:
--   after a delay, ms: at a time), n packed headers (empty: none), for how many ms the
--   holder of an old job keeps its place in its group, the shard
-- Reply: how many wake-ups the caller has to push; the positions of the jobs that were refused
-- Cost: O(n (log d + log p)) with d jobs delayed and p leased
-- Abort: an entry without a record counts for nothing; a payload without a ready time is a leftover, which the cleaner
--   drops. An old job that was delayed may have the new payload. While a record names the entry of an
--   old job, and the new one is delayed, who holds the old one ends both. No bell rings
-- include lib/add_entry
-- include lib/arguments
-- include lib/bell
-- include lib/freed
-- include lib/hashes
-- include lib/leave_groups
-- include lib/note
-- include lib/open_next
-- include lib/ready_time
-- include lib/replacements
-- include lib/time
-- include stream/ends
-- include stream/freed
-- include stream/keys
-- include stream/leased
-- include stream/receipt_held
-- include stream/remove_delayed
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
local records, due = redis.call('HMGET', keys.entries, unpack(ids)), {}
local is_new, waking, soonest = {}, 0, math.huge
for k in ipairs(ids) do
	due[k] = ready_time(jobs.ready_times[k], now)
	if due[k] <= now then
		waking = waking + 1
	else
		soonest = math.min(soonest, due[k])
	end
end
if soonest < first_to_come(keys, now) then
	waking = waking + 1
end

-- Creates an entry, then removes what the old job had.
local function make_ready(id, payload, packed)
	local entry = add_entry(keys, id, payload, packed)
	is_new[entry] = true
	redis.call('HSET', keys.entries, id, entry)
	remove_delayed(keys, { id })
end

local function delay(id, payload, packed, ready_at)
	redis.call('HSET', keys.jobs, id, payload)
	if packed ~= '' then
		redis.call('HSET', keys.headers, id, packed)
	else
		redis.call('HDEL', keys.headers, id)
	end
	redis.call('ZADD', keys.delayed, ready_at, id)
end

for k, id in ipairs(ids) do
	if due[k] <= now then
		make_ready(id, jobs.payloads[k], jobs.headers[k])
	else
		delay(id, jobs.payloads[k], jobs.headers[k], due[k])
	end
	if records[k] then
		remove_outdated(keys, { records[k] }, is_new)
		if due[k] > now then
			redis.call('HDEL', keys.entries, id)
		end
	end
	remove_from_hashes({ id }, keys.failures, keys.crashes)
end
note(keys, ids, 'added')
local groups = leave_groups(keys, ids)
waking = waking + open_next(keys, groups, now)
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(jobs.refused) }
end
return { before and ring_freed(keys, ARGV[#ARGV], before - count_leased(keys)) or 0, unpack(jobs.refused) }
