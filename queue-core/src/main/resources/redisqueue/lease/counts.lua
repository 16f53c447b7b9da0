-- counts: how many jobs are in each state
-- KEYS: those of keys.lua
-- Reply: 0; ready, delayed, leased, dead, 1 if paused, now, the ready time of the oldest delayed job that is due or
--   absent, the id at the head of the queue or absent, its headers or absent
-- Cost: O(log d) with d jobs delayed
-- include lease/keys
-- include lib/list_counts
local keys = name_keys(KEYS)
-- Without what is settled, but still in the list.
local leased = redis.call('LLEN', keys.processing) - redis.call('ZCOUNT', keys.suspects, '-inf', '(0')
return list_counts(keys, leased)
