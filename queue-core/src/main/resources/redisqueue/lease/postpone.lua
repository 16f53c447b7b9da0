-- postpone: leased jobs become delayed; nothing is counted
-- KEYS: those of keys.lua, n item keys, n lease keys
-- ARGV: the worker, n receipts, n delays in ms, the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n log d) with d jobs delayed, plus for ids beyond REACH the distance from the head of processing, of each or
--   of the farthest of many
-- Abort: a job in delayed and processing at once is held until its lease ends, then the cleaner takes it out of
--   processing
-- include lease/ends
-- include lease/fence
-- include lease/freed
-- include lease/keys
-- include lib/bell
-- include lib/delay_jobs
-- include lib/memory
-- include lib/note
-- include lib/pick
-- include lib/report_lost
-- include lib/time
local keys = name_keys(KEYS, ARGV)
local ids, items, leases = job_keys(keys, KEYS)
local worker, receipts, rest = worker_and_receipts(ARGV, #ids)
local held, lost = fence(keys, ids, items, leases, worker, receipts)
report_lost(keys, ids, receipts, lost)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
allow_oom(keys)

-- create
note(keys, pick(ids, held), 'postponed')
local waking = delay_jobs(keys, ids, held, { unpack(ARGV, rest, rest + #ids - 1) }, now_ms())

-- remove
end_leases(keys, pick(ids, held), pick(leases, held))
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(lost) }
end
return { ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
