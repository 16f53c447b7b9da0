-- count: counts dead letters
-- KEYS: dead, dead:job, dead:unreadable
-- Reply: 0; how many there are
-- Cost: O(1)
return { 0, redis.call('LLEN', KEYS[1]) }
