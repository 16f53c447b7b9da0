-- bury: leased jobs become dead
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, how many dead letters are kept; then for each lease 1 if its handler has just
--   failed, else 0, and the cause; the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n log m) with m jobs in the queue, plus the sizes of the payloads
-- Abort: a dead letter may stand beside a job that lives on; redrive skips it
-- include delayed/ends
-- include delayed/fence
-- include delayed/freed
-- include delayed/jobs
-- include delayed/keys
-- include lib/arguments
-- include lib/dead_letters
-- include lib/failed_jobs
-- include lib/pick
-- include lib/report_lost
local keys = name_keys(KEYS, ARGV)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local max_dead = tonumber(ARGV[rest])
local held, lost = fence(keys, ids, worker, receipts)
report_lost(keys, ids, receipts, lost)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end

-- create
give_up(keys, ids, held, worker, ARGV, rest + 1, function(i)
	return content(keys, ids[i])
end)

-- remove
local are_plain = end_jobs(keys, pick(ids, held))
trim_dead_letters(keys, max_dead)
return { are_plain and 0 or ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
