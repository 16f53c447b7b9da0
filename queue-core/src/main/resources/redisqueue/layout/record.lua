-- record: the layout of a queue is recorded, unless one is recorded already, or the keys are those of a shard
-- KEYS: shards, type, dead
-- ARGV: the number of shards, their type
-- Reply: 0; both as they are recorded; instead of the number there may be the owner of a shard, then the type may be absent
-- Cost: O(1)
-- Abort: one of them is recorded; the next call records the other
-- include lib/memory
local function is_complete(recorded)
	local shards, kind = recorded[1], recorded[2]
	return shards and (kind or string.sub(shards, 1, 3) == 'of ')
end

local recorded = redis.call('MGET', KEYS[1], KEYS[2])
if not is_complete(recorded) then
	local keys = { dead = KEYS[3] }
	write(keys, 'SET', KEYS[1], ARGV[1], 'NX')
	write(keys, 'SET', KEYS[2], ARGV[2], 'NX')
	recorded = redis.call('MGET', KEYS[1], KEYS[2])
end
return { 0, recorded[1], recorded[2] }
