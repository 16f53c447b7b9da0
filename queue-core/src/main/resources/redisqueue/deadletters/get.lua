-- get: reads a dead letter
-- KEYS: dead, dead:job, dead:unreadable
-- ARGV: an id
-- Reply: 0; its record, which may be absent
-- Cost: O(1), plus the size of the record
return { 0, redis.call('HGET', KEYS[2], ARGV[1]) }
