-- start: it is recorded that the handlers of leased jobs begin, so that a crash counts. A lease that has run out is
--   lost: with it no handler may begin, as others may lease the job any moment
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, 1 if nothing else runs in the application
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n)
-- Abort: some are recorded, which says no more than that their handlers may have begun
-- include lib/crashes
-- include stream/fence
-- include stream/group
-- include stream/jobs
-- include stream/keys
local keys = name_keys(KEYS)
local leases = fence(keys, ARGV)
local lost, entries, deliveries = leases.lost, leases.entries, leases.deliveries
local running = {}
for _, i in ipairs(leases.held) do
	local delivery = deliveries[entries[i]]
	local side = delivery[2] ~= RECLAIMED and not is_abandoned(delivery, 0) and running or lost
	side[#side + 1] = i
end
record_starts(keys, leases, running, ARGV[leases.rest], crash_key)
return { 0, unpack(lost) }
