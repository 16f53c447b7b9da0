-- complete: leased jobs end
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, for how long to remember the ids, in ms (0: not at all), the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n log m) with m jobs in the queue; O(n log r) with r ids remembered
-- Abort: see remember_completed and end_jobs
-- include delayed/ends
-- include delayed/fence
-- include delayed/freed
-- include delayed/keys
-- include lib/arguments
-- include lib/note
-- include lib/pick
-- include lib/report_lost
local keys = name_keys(KEYS, ARGV)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local window = tonumber(ARGV[rest])
local held, lost = fence(keys, ids, worker, receipts)
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
local are_plain = end_jobs(keys, done)
return { are_plain and 0 or ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
