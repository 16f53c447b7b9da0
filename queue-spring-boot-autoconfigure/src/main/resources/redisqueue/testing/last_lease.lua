-- last_lease: when the last time comes for which jobs of a lease queue wait
-- KEYS: those of keys.lua
-- Reply: 0; in how many ms, 0 if that is now or none waits for a time
-- Cost: O(log d) with d jobs delayed
-- include lease/keys
-- include testing/last
return last_below(name_keys(KEYS), math.huge)
