-- mark: writes a key and removes it, before a wait for confirmations. Such a wait covers what was written over its own
--   connection: with the mark also what others had written before, as jobs whose ids are present
-- KEYS: a key that nobody else uses
-- Reply: 0
-- Cost: O(1)
-- Abort: the key is left to the next mark
redis.call('MSET', KEYS[1], '')
redis.call('DEL', KEYS[1])
return { 0 }
