-- state_stream: whether a job is in a stream queue
-- KEYS: those of keys.lua
-- ARGV: 1, the id, the token
-- Reply: 0; 0 if there is no such job, 1 if there is, 2 if it is delayed
-- Cost: O(1)
-- include stream/jobs
-- include stream/keys
-- include testing/state
local keys, id = name_keys(KEYS), ARGV[2]
return state_of(keys, id, exists(keys, id))
