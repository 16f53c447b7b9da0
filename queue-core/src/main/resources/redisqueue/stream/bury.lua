-- bury: leased jobs become dead
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, how many dead letters are kept; then for each lease 1 if its handler has just
--   failed, else 0, and the cause; the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n log p) with p leased, plus the sizes of the payloads
-- Abort: a dead letter may stand beside a job that lives on; redrive skips it
-- include lib/arguments
-- include lib/dead_letters
-- include lib/failed_jobs
-- include lib/pick
-- include lib/report_lost
-- include stream/ends
-- include stream/entries
-- include stream/fence
-- include stream/freed
-- include stream/keys
-- include stream/with_places
local keys = name_keys(KEYS, ARGV)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local max_dead = tonumber(ARGV[rest])
local held, lost, entries, places = fence(keys, ids, worker, receipts)
report_lost(keys, ids, receipts, lost)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end

-- create
give_up(keys, ids, held, worker, ARGV, rest + 1, function(i)
	local job = read_entry(keys, entries[i])
	if job then
		return job.payload, job.headers
	end
end)

-- remove
local are_plain = end_jobs(keys, pick(ids, held), with_places(held, entries, places))
trim_dead_letters(keys, max_dead)
return { are_plain and 0 or ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
