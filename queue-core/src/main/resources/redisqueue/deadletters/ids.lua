-- ids: reads the ids of dead letters, the newest first
-- KEYS: dead, dead:job, dead:unreadable
-- ARGV: how many to skip, how many to read
-- Reply: 0; the ids
-- Cost: O(skipped + read)
local from = tonumber(ARGV[1])
return { 0, unpack(redis.call('LRANGE', KEYS[1], from, from + tonumber(ARGV[2]) - 1)) }
