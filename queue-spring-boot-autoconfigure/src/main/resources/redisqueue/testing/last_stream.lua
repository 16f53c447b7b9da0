-- last_stream: when the last of the delayed jobs of a stream queue is due
-- KEYS: those of keys.lua
-- Reply: 0; in how many ms, 0 if that is now or no job is delayed
-- Cost: O(log d) with d jobs delayed
-- include stream/keys
-- include testing/last
return last_below(name_keys(KEYS), math.huge)
