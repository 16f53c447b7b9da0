-- start: it is recorded that the handlers of leased jobs begin, so that a crash counts. A lease that has run out is
--   lost: with it no handler may begin, as others may lease the job any moment
-- KEYS: those of keys.lua; those of items and leases follow from the ids
-- ARGV: n, n ids, the worker, n receipts, 1 if nothing else runs in the application
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n)
-- Abort: some are recorded, which says no more than that their handlers may have begun
-- include lease/fence
-- include lease/jobs
-- include lease/keys
-- include lib/crashes
local keys = name_keys(KEYS)
local leases = fence(keys, ARGV)
local held, lost, holders = leases.held, leases.lost, leases.holders
local running = {}
for _, i in ipairs(held) do
	local side = holders[i] and running or lost
	side[#side + 1] = i
end
record_starts(keys, leases, running, ARGV[leases.rest], crash_key)
return { 0, unpack(lost) }
