-- announce: an instance tells that it is alive; what has not been seen for a day is forgotten, 100 instances at most
-- KEYS: instances (sorted set: worker ids by when they were seen last), instances:about (hash)
-- ARGV: the worker id, how often it announces itself (ms), the names of its queues with a space between
-- Reply: 0
-- Cost: O(log n) with n instances
-- Abort: the instance is listed without its queues until it announces itself again
-- include lib/time
local FORGOTTEN_MS = 24 * 60 * 60 * 1000
local now = now_ms()
local since = string.match(redis.call('HGET', KEYS[2], ARGV[1]) or '', '^%d+') or string.format('%.0f', now)
local gone = redis.call('ZRANGE', KEYS[1], '-inf', now - FORGOTTEN_MS, 'BYSCORE', 'LIMIT', 0, 100)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], since .. ' ' .. ARGV[2] .. ' ' .. ARGV[3])
if #gone > 0 then
	redis.call('HDEL', KEYS[2], unpack(gone))
	redis.call('ZREM', KEYS[1], unpack(gone))
end
return { 0 }
