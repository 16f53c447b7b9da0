-- purge: dead letters are removed
-- KEYS: dead, dead:job, dead:unreadable
-- ARGV: n ids
-- Reply: 0; for each id 1 if it had a dead letter, also one without a record, else 0
-- Cost: O(n d) with d dead letters; O(n) for the oldest ones, the oldest first
-- Abort: an id without a record, shown as unreadable
local reply = { 0 }
for i, id in ipairs(ARGV) do
	local records = redis.call('HDEL', KEYS[2], id)
	redis.call('ZREM', KEYS[3], id)
	reply[i + 1] = math.max(records, redis.call('LREM', KEYS[1], -1, id))
end
return reply
