-- postpone: leased jobs become delayed; nothing is counted
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, n delays in ms, the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n log m) with m jobs in the queue
-- Abort: delayed jobs with a receipt, which lease replaces
-- include delayed/ends
-- include delayed/fence
-- include delayed/freed
-- include delayed/keys
-- include lib/arguments
-- include lib/bell
-- include lib/delay_jobs
-- include lib/memory
-- include lib/note
-- include lib/pick
-- include lib/report_lost
-- include lib/time
local keys = name_keys(KEYS, ARGV)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local held, lost = fence(keys, ids, worker, receipts)
report_lost(keys, ids, receipts, lost)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
allow_oom(keys)

-- create
note(keys, pick(ids, held), 'postponed')
local waking = delay_jobs(keys, ids, held, { unpack(ARGV, rest, rest + #ids - 1) }, now_ms())

-- remove
end_leases(keys, pick(ids, held))
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(lost) }
end
return { ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
