-- purge: dead letters are removed
-- KEYS: dead, dead:job
-- ARGV: n ids
-- Reply: 0; for each id 1 if it had a dead letter, else 0
-- Cost: O(n d) with d dead letters; O(n) for the oldest ones, the oldest first
-- Abort: an id without a record, which readers skip
local reply = { 0 }
for i, id in ipairs(ARGV) do
	reply[i + 1] = redis.call('HDEL', KEYS[2], id)
	redis.call('LREM', KEYS[1], -1, id)
end
return reply
