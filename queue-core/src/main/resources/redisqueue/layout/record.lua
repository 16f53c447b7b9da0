-- record: the layout of a queue is recorded, unless one is recorded already
-- KEYS: shards, type, dead
-- ARGV: the shards, their type
-- Reply: 0; both as they are recorded
-- Cost: O(1)
-- Abort: one of them is recorded; the next call records the other
-- include lib/memory
local recorded = redis.call('MGET', KEYS[1], KEYS[2])
if not (recorded[1] and recorded[2]) then
	local keys = { dead = KEYS[3] }
	write(keys, 'SET', KEYS[1], ARGV[1], 'NX')
	write(keys, 'SET', KEYS[2], ARGV[2], 'NX')
	recorded = redis.call('MGET', KEYS[1], KEYS[2])
end
return { 0, recorded[1], recorded[2] }
