-- resume: the end of a pause
-- KEYS: the fixed ones
-- Reply: empty
-- Cost: O(1)
-- include keys
-- include ring
redis.call('DEL', paused)
ring()
return {}
