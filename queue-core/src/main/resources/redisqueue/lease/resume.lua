-- resume: the end of a pause
-- KEYS: those of keys.lua
-- Reply: whether the caller has to ring
-- Cost: O(1)
-- include lease/keys
-- include lib/bell
local keys = name_keys(KEYS)
redis.call('DEL', keys.paused)
return { ring(keys) }
