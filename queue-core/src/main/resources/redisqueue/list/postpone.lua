-- postpone: leased jobs become delayed; nothing is counted
-- KEYS: those of keys.lua; the private lists of other boots follow from the receipts
-- ARGV: n, n ids, the worker, n receipts, n delays in ms, the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n log d) with d jobs delayed, plus the distance from the tail of the private list, of each or of the
--   farthest of many
-- Abort: see end_leases
-- include lib/arguments
-- include lib/bell
-- include lib/delay_jobs
-- include lib/memory
-- include lib/note
-- include lib/pick
-- include lib/report_lost
-- include lib/time
-- include list/ends
-- include list/fence
-- include list/freed
-- include list/keys
local keys = name_keys(KEYS, ARGV)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local held, lost, stored = fence(keys, ids, worker, receipts)
report_lost(keys, ids, receipts, lost)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
allow_oom(keys)

-- create
note(keys, pick(ids, held), 'postponed')
local waking = delay_jobs(keys, ids, held, { unpack(ARGV, rest, rest + #ids - 1) }, now_ms())

-- remove
end_leases(keys, pick(ids, held), pick(stored, held))
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(lost) }
end
return { ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
