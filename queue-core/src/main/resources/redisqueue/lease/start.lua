-- start: it is recorded that the handlers of leased jobs begin, so that a crash counts. A lease that has run out is
--   lost: with it no handler may begin, as others may lease the job any moment
-- KEYS: those of keys.lua, n item keys, n lease keys
-- ARGV: the worker, n receipts, 1 if nothing else runs in the application
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n)
-- Abort: some are recorded, which says no more than that their handlers may have begun
-- include lease/fence
-- include lease/jobs
-- include lease/keys
-- include lib/crashes
-- include lib/memory
local keys = name_keys(KEYS)
local ids, items, leases = job_keys(keys, KEYS)
local worker, receipts, rest = worker_and_receipts(ARGV, #ids)
local held, lost, holders = fence(keys, ids, items, leases, worker, receipts)
local running = {}
for _, i in ipairs(held) do
	local side = holders[i] and running or lost
	side[#side + 1] = i
end
if #running > 0 then
	allow_oom(keys)
	local records = redis.call('HMGET', keys.crashes, unpack(ids))
	for _, i in ipairs(running) do
		record_start(keys, ids[i], records[i], crash_key(receipts[i]), worker, ARGV[rest])
	end
end
return { 0, unpack(lost) }
