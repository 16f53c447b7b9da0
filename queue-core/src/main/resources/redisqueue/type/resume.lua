-- resume: the end of a pause
-- KEYS: those of keys.lua
-- ARGV: the shard
-- Reply: how many wake-ups the caller has to push
-- Cost: O(1)
-- Abort: the pause has ended without a ring; listeners find the jobs by polling
-- include lib/bell
-- include type/keys
local keys = name_keys(KEYS)
redis.call('DEL', keys.paused)
return { ring(keys, ARGV[#ARGV], 1) }
