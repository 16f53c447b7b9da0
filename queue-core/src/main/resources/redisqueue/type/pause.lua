-- pause: nothing is leased any more
-- KEYS: those of keys.lua
-- Reply: 0
-- Cost: O(1)
-- Abort: nothing has changed
-- include lib/memory
-- include type/keys
local keys = name_keys(KEYS)
allow_oom(keys)
redis.call('SET', keys.paused, 1)
return { 0 }
