-- cancel: jobs that are ready, delayed, waiting or leased end
-- KEYS: those of keys.lua; of lease those of items and leases follow from the ids
-- ARGV: n, n ids; for how many ms the holder of a job keeps its place in its group, the shard
-- Reply: how many wake-ups the caller has to push, see offer; for each id 1 if there was such a job, else 0
-- Cost: that of end_any for each
-- Abort: see end_any
-- include lib/arguments
-- include lib/freed
-- include lib/leave_groups
-- include lib/note
-- include lib/open_next
-- include lib/time
-- include type/end_any
-- include type/freed
-- include type/keys
-- include type/leased
-- include type/receipt_held
local keys = name_keys(KEYS, ARGV)
local before = leased_if_limited(keys, count_leased)
local ids, rest = id_arguments(ARGV)
local keep_ms = tonumber(ARGV[rest])
keep_places(keys, ids, receipt_held, keep_ms)
local groups, was_waiting = end_waiting(keys, ids)
keys.freed_groups = groups
local was_there = end_any(keys, ids)
keys.opened = open_next(keys, groups, now_ms())
local cancelled, ended_ids = {}, {}
for i, id in ipairs(ids) do
	cancelled[i] = (was_there[i] or was_waiting[i]) and 1 or 0
	ended_ids[#ended_ids + 1] = cancelled[i] == 1 and id or nil
end
note(keys, ended_ids, 'cancelled')
local freed = before and before - count_leased(keys) or 0
return { ring_freed(keys, ARGV[#ARGV], freed), unpack(cancelled) }
