-- extend: leases last for another lease time from now on
-- KEYS: the fixed ones, n item keys, n lease keys
-- ARGV: the worker, n receipts, the lease time in ms
-- Reply: the places of the leases that were lost
-- Cost: O(n), for a lease that had run out O(q + p) with q jobs ready and p leased
-- Abort: some are extended
-- include keys
-- include fence
local lease_ms = ARGV[rest]
-- include open
for _, i in ipairs(my_places()) do
	local id, key = ids[i], leases[i]
	if holders[i] then
		redis.call('PEXPIRE', key, lease_ms)
	else
		-- It had run out, and nobody took the job: back from the queue, if it was reclaimed.
		if not redis.call('LPOS', processing, id) then
			redis.call('LPUSH', processing, id)
			redis.call('HSET', tokens, id, ARGV[i + 1])
			redis.call('LREM', queue, 0, id)
		end
		redis.call('PSETEX', key, lease_ms, ARGV[i + 1] .. ':' .. worker)
	end
end
return lost
