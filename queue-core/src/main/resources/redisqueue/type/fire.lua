-- fire: firings of schedules that are due become jobs, unless the queue is paused
-- KEYS: those of keys.lua
-- ARGV: the shard
-- Reply: how many wake-ups the caller has to push; how many became jobs, 1 if planning has to look at schedules, else 0
-- Cost: O(n log s) for n firings with s schedules, plus the sizes of the jobs
-- Abort: see fire_due
-- include lib/fire_due
-- include lib/schedules
-- include lib/time
-- include type/jobs
-- include type/keys
-- include type/opened
local keys, now = name_keys(KEYS, ARGV), now_ms()
local fired = redis.call('EXISTS', keys.paused) == 0 and fire_due(keys, now, exists) or 0
local look = tonumber(redis.call('ZRANGE', keys.planning, 0, 0, 'WITHSCORES')[2] or math.huge)
local is_look_due = look <= now or is_lost(keys)
return { ring_opened(keys, ARGV[#ARGV], fired), fired, is_look_due and 1 or 0 }
