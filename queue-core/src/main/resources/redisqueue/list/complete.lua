-- complete: leased jobs end
-- KEYS: those of keys.lua; the private lists of other boots follow from the receipts
-- ARGV: n, n ids, the worker, n receipts, for how long to remember the ids, in ms (0: not at all), the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n), plus the distance from the tail of the private list, of each or of the farthest of many; O(n log r)
--   with r ids remembered
-- Abort: see remember_completed and end_jobs
-- include lib/arguments
-- include lib/note
-- include lib/pick
-- include lib/report_lost
-- include list/ends
-- include list/fence
-- include list/freed
-- include list/keys
local keys = name_keys(KEYS, ARGV)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local window = tonumber(ARGV[rest])
local held, lost, stored = fence(keys, ids, worker, receipts)
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
local are_plain = end_jobs(keys, done, pick(stored, held))
return { are_plain and 0 or ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
