-- last_list: when the last time comes for which jobs of a list queue wait
-- KEYS: those of keys.lua
-- Reply: 0; in how many ms, 0 if that is now or none waits for a time
-- Cost: O(log d) with d jobs delayed
-- include list/keys
-- include testing/last
return last_below(name_keys(KEYS), math.huge)
