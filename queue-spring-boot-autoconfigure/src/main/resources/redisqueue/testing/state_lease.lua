-- state_lease: whether a job is in a lease queue
-- KEYS: those of keys.lua, an item key, a lease key
-- Reply: 0; 0 if there is no such job, 1 if there is, 2 if it is delayed
-- Cost: O(1)
-- include lease/jobs
-- include lease/keys
-- include testing/state
local keys = name_keys(KEYS)
local id = job_keys(keys, KEYS)[1]
return state_of(keys, id, exists(keys, id))
