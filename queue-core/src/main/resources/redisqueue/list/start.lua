-- start: it is recorded that the handlers of leased jobs begin, so that a crash counts. A lease that has run out is
--   lost: with it no handler may begin, as others may lease the job any moment
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, 1 if nothing else runs in the application
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n)
-- Abort: some are recorded, which says no more than that their handlers may have begun
-- include lib/crashes
-- include lib/time
-- include list/fence
-- include list/jobs
-- include list/keys
-- include list/private_lists
local keys = name_keys(KEYS)
local leases = fence(keys, ARGV)
local receipts, lost, stored = leases.receipts, leases.lost, leases.stored
local now, running = now_ms(), {}
local run, ends
for _, i in ipairs(leases.held) do
	local holder = holder_of(stored[i])
	if holder ~= run then
		run, ends = holder, tonumber(holder and redis.call('ZSCORE', keys.workers, holder) or 0)
	end
	local side = stored[i] == receipts[i] and ends > now and running or lost
	side[#side + 1] = i
end
record_starts(keys, leases, running, ARGV[leases.rest], crash_key)
return { 0, unpack(lost) }
