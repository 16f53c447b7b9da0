-- record: the layout of a queue is recorded, unless one is
-- KEYS: shards, type, dead
-- ARGV: the number of shards, their type
-- Reply: both as they are recorded
-- Cost: O(1)
-- Abort: one of them may be recorded; the next call records the other
local dead = KEYS[3]
local recorded = redis.call('MGET', KEYS[1], KEYS[2])
if recorded[1] and recorded[2] then
	return recorded
end
-- include open
redis.call('SET', KEYS[1], ARGV[1], 'NX')
redis.call('SET', KEYS[2], ARGV[2], 'NX')
return redis.call('MGET', KEYS[1], KEYS[2])
