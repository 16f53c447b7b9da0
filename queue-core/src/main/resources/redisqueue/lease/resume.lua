-- resume: the end of a pause
-- KEYS: those of keys.lua
-- Reply: 1 if the caller has to ring, else 0
-- Cost: O(1)
-- Abort: the pause has ended without a ring; listeners find the jobs by polling
-- include lease/keys
-- include lib/bell
local keys = name_keys(KEYS)
redis.call('DEL', keys.paused)
return { ring(keys) }
