-- get: reads a dead letter
-- KEYS: dead, dead:job
-- ARGV: an id
-- Reply: its record, which may be absent
-- Cost: O(1), plus the size of the record
return { redis.call('HGET', KEYS[2], ARGV[1]) }
