-- start: it is recorded that the handlers of leased jobs begin, so that a crash counts
-- KEYS: the fixed ones, n item keys, n lease keys
-- ARGV: the worker, n receipts
-- Reply: the places of the leases that were lost
-- Cost: O(n)
-- Abort: some are recorded, which says no more than that their handlers may have begun
-- include keys
-- include fence
-- include open
local counts = redis.call('HMGET', crashes, unpack(ids))
for _, i in ipairs(my_places()) do
	local count = counts[i] and string.match(counts[i], '^%d+') or '0'
	redis.call('HSET', crashes, ids[i], count .. ':' .. ARGV[i + 1] .. ':' .. worker)
end
return lost
