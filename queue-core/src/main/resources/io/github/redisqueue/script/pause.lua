-- pause: nothing is leased any more
-- KEYS: the fixed ones
-- Reply: empty
-- Cost: O(1)
-- include keys
-- include open
redis.call('SET', paused, 1)
return {}
