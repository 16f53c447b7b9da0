-- count: counts dead letters
-- KEYS: dead, dead:job, dead:unreadable
-- Reply: 0; how many there are, how many of them are of unreadable jobs at most
-- Cost: O(1)
return { 0, redis.call('LLEN', KEYS[1]), redis.call('ZCARD', KEYS[3]) }
