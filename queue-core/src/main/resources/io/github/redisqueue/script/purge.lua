-- purge: dead letters are forgotten
-- KEYS: dead, dead:job
-- ARGV: n ids
-- Reply: for each id 1 if it had a dead letter, else 0
-- Cost: O(n d) with d dead letters
-- Abort: an id without a record is passed by by readers
local purged = {}
for i, id in ipairs(ARGV) do
	purged[i] = redis.call('HDEL', KEYS[2], id)
	redis.call('LREM', KEYS[1], 0, id)
end
return purged
