-- counts: how many jobs are in each state
-- KEYS: those of keys.lua
-- Reply: 0; ready, delayed, leased, dead, 1 if paused, now, the ready time of the oldest delayed job that is due or
--   absent, the id at the head of the queue or absent, its headers or absent; how many wait in the lines of
--   their groups; 1 if the limit of rate holds up jobs, else 0; the same for the limit of leased ones
-- Cost: O(log d) with d jobs delayed
-- include lease/keys
-- include lease/leased
-- include lib/list_counts
local keys = name_keys(KEYS)
return list_counts(keys, count_leased(keys))
