-- claim: the owner of a shard's keys is recorded, where a queue records the number of its shards, unless something is
--   recorded there already
-- KEYS: shards, dead
-- ARGV: the owner
-- Reply: 0; what is recorded
-- Cost: O(1)
-- Abort: nothing is recorded; the next call records it
-- include lib/memory
local recorded = redis.call('MGET', KEYS[1])
if not recorded[1] then
	write({ dead = KEYS[2] }, 'SET', KEYS[1], ARGV[1], 'NX')
	recorded = redis.call('MGET', KEYS[1])
end
return { 0, recorded[1] }
