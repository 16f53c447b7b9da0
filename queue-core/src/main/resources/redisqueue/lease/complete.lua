-- complete: leased jobs end
-- KEYS: those of keys.lua, n item keys, n lease keys
-- ARGV: the worker, n receipts, for how long to remember the ids, in ms (0: not at all), the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n), plus the distance of each id from the tail of processing, but at most REACH; for a lease that ran out and
--   was reclaimed O(q) with q jobs ready; O(n log r) with r ids remembered
-- Abort: see remember_completed and end_jobs
-- include lease/ends
-- include lease/fence
-- include lease/freed
-- include lease/keys
-- include lib/note
-- include lib/pick
-- include lib/report_lost
local keys = name_keys(KEYS, ARGV)
local ids, items, leases = job_keys(keys, KEYS)
local worker, receipts, rest = worker_and_receipts(ARGV, #ids)
local window = tonumber(ARGV[rest])
local held, lost, holders, are_plain = fence(keys, ids, items, leases, worker, receipts)
report_lost(keys, ids, receipts, lost)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
local done = pick(ids, held)
note(keys, done, 'completed')
if window > 0 then
	-- include lib/memory
	-- include lib/remember_completed
	-- include lib/time
	allow_oom(keys)
	remember_completed(keys, done, window, now_ms())
end
are_plain = end_jobs(keys, done, pick(items, held), pick(leases, held), pick(holders, held), are_plain)
return { are_plain and 0 or ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
