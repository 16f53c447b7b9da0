-- start: it is recorded that the handlers of leased jobs begin, so that a crash counts. A lease that has run out is
--   lost: with it no handler may begin, as others may lease the job any moment
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, 1 if nothing else runs in the application
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n)
-- Abort: some are recorded, which says no more than that their handlers may have begun
-- include delayed/fence
-- include delayed/jobs
-- include delayed/keys
-- include delayed/scores
-- include lib/crashes
-- include lib/time
local keys = name_keys(KEYS)
local leases = fence(keys, ARGV)
local ids, held, lost = leases.ids, leases.held, leases.lost
local now, ends, running = now_ms(), redis.call('ZMSCORE', keys.delayed, unpack(ids)), {}
for _, i in ipairs(held) do
	local side = ends[i] and tonumber(ends[i]) >= LEASED + now and running or lost
	side[#side + 1] = i
end
record_starts(keys, leases, running, ARGV[leases.rest], crash_key)
return { 0, unpack(lost) }
