-- bury: leased jobs become dead
-- KEYS: those of keys.lua; the private lists of other boots follow from the receipts
-- ARGV: n, n ids, the worker, n receipts, how many dead letters are kept; then for each lease 1 if its handler has just
--   failed, else 0, and the cause; the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n) plus the sizes of the payloads, plus the distance from the tail of the private list, of each or of the
--   farthest of many
-- Abort: a dead letter may stand beside a job that lives on; redrive skips it
-- include lib/arguments
-- include lib/dead_letters
-- include lib/failed_jobs
-- include lib/pick
-- include lib/report_lost
-- include list/ends
-- include list/fence
-- include list/freed
-- include list/jobs
-- include list/keys
local keys = name_keys(KEYS, ARGV)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local max_dead = tonumber(ARGV[rest])
local held, lost, stored = fence(keys, ids, worker, receipts)
report_lost(keys, ids, receipts, lost)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end

-- create
give_up(keys, ids, held, worker, ARGV, rest + 1, function(i)
	return content(keys, ids[i])
end)

-- remove
local are_plain = end_jobs(keys, pick(ids, held), pick(stored, held))
trim_dead_letters(keys, max_dead)
return { are_plain and 0 or ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
