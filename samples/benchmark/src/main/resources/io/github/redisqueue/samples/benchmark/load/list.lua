-- take: ids move to a private list
-- KEYS: queue, private list, hash of payloads
-- ARGV: how many at most
-- Reply: ids, payloads
-- Cost: O(n)
-- Abort: what was taken stays in the private list: a bare loop has no safety
local ids = redis.call('RPOP', KEYS[1], ARGV[1])
if not ids then
	return { {}, {} }
end
redis.call('LPUSH', KEYS[2], unpack(ids))
return { ids, redis.call('HMGET', KEYS[3], unpack(ids)) }
