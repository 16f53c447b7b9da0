-- extend: leases last for another lease time from now on
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts, the lease time in ms
-- Reply: the places of the leases that were lost
-- Cost: O(n log m) with m jobs in the queue
-- Abort: some are extended
-- include keys
-- include time
-- include fence
-- include open
local deadline = LEASED + now_ms() + tonumber(ARGV[rest])
local scores, given = {}, {}
for k, i in ipairs(my_places()) do
	scores[2 * k - 1], scores[2 * k] = deadline, ids[i]
	given[2 * k - 1], given[2 * k] = ids[i], ARGV[n + 2 + i]
end
-- Jobs that were reclaimed, and taken by nobody since, are leased again.
redis.call('HSET', tokens, unpack(given))
redis.call('ZADD', delayed, unpack(scores))
return lost
