-- join: jobs with groups join the lines of these, or are delayed before; the first ones in line become ready
-- KEYS: those of keys.lua; of lease those of items and leases follow from the ids
-- ARGV: n, n ids; 1 to look for ids that are there, 0 to replace what is; for how long ids are remembered, in ms
--   (0: not at all); for how many ms the holder of a job that is replaced keeps its place in its group; the limits of the caller; n payloads, n
--   ready times (empty: now, +ms: after a delay, ms: at a time), n packed headers (empty: none), n groups; the shard
-- Reply: how many wake-ups the caller has to push; the positions of the jobs that were not new, or are remembered
-- Cost: O(n log w) with w jobs in groups, plus the cost of cancel for each that is replaced
-- Abort: a payload that is in no line is a leftover, which the cleaner drops; see open_next
-- include lib/arguments
-- include lib/grouped_jobs
-- include lib/join_groups
-- include lib/leave_groups
-- include lib/limits
-- include lib/note
-- include lib/open_next
-- include lib/time
-- include type/end_any
-- include type/forget
-- include type/jobs
-- include type/keys
-- include type/opened
-- include type/receipt_held
local keys, now = name_keys(KEYS, ARGV), now_ms()
local given, rest = id_arguments(ARGV)
local looks, keep_ms, own_limits = ARGV[rest] == '1', tonumber(ARGV[rest + 2]), ARGV[rest + 3]
local jobs, ids, refused = grouped_jobs(keys, given, ARGV, rest, now, looks and exists)
if #jobs == 0 then
	return { 0, unpack(refused) }
end

-- create: the first job of a group may come before the first lease
read_limits(keys, own_limits)
local waking, is_more = join_due_before(keys, now)
local old_records = looks and {} or redis.call('HMGET', keys.groups, unpack(ids))
if not looks then
	keep_places(keys, ids, receipt_held, keep_ms)
end
local groups, is_sooner = join_groups(keys, jobs, now, is_more)
note(keys, ids, 'added')

-- remove: while a new job waits, the end of the old one leaves it alone
if not looks then
	leave_old_lines(keys, ids, old_records)
	keys.freed_groups = groups
	end_any(keys, ids)
	leave_old_places(keys, jobs, old_records, groups)
end
forget_earlier(keys, ids)
waking = waking + is_sooner + open_next(keys, groups, now)
return { ring_opened(keys, ARGV[#ARGV], waking), unpack(refused) }
