-- take: ids move to processing, each with a lease
-- KEYS: queue, processing, prefix of items, prefix of leases
-- ARGV: how many at most, the lease time in ms
-- Reply: ids, payloads
-- Cost: O(n)
-- Abort: what was taken is lost: a bare loop has no safety
local ids = redis.call('RPOP', KEYS[1], ARGV[1])
if not ids then
	return { {}, {} }
end
redis.call('LPUSH', KEYS[2], unpack(ids))
local items = {}
for i, id in ipairs(ids) do
	items[i] = KEYS[3] .. id
	redis.call('SET', KEYS[4] .. id, 'bare', 'PX', ARGV[2])
end
return { ids, redis.call('MGET', unpack(items)) }
