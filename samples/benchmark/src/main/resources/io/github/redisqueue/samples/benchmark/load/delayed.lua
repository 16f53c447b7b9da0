-- take: the scores of due ids are raised by the lease time
-- KEYS: sorted set by ready time in ms, hash of payloads
-- ARGV: how many at most, the lease time in ms
-- Reply: ids, payloads
-- Cost: O(n log m) with m jobs in the queue
-- Abort: what was taken is taken again
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ids = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[1])
if #ids == 0 then
	return { {}, {} }
end
local scores = {}
for i, id in ipairs(ids) do
	scores[2 * i - 1], scores[2 * i] = now + ARGV[2], id
end
redis.call('ZADD', KEYS[1], unpack(scores))
return { ids, redis.call('HMGET', KEYS[2], unpack(ids)) }
