-- reschedule: jobs that are ready, delayed or waiting become ready at another time; one that is to be ready at once stays
-- KEYS: those of keys.lua; those of items and leases follow from the ids
-- ARGV: n, n ids, the ready time (+ms: after a delay, ms: at a time), the shard
-- Reply: how many wake-ups the caller has to push; for each id 1 if its job is ready, delayed or waiting, else 0
-- Cost: for each O(log d) with d jobs delayed, or O(q) with q jobs ready
-- Abort: an id in queue that is delayed as well is passed by in the queue; a receipt that is left lets the last holder
--   settle the job
-- include lease/jobs
-- include lease/keys
-- include lib/arguments
-- include lib/ready_time
-- include lib/reschedule_listed
-- include lib/time
local keys, now = name_keys(KEYS, ARGV), now_ms()
local ids, rest = id_arguments(ARGV)

local function is_free(i)
	return exists(keys, ids[i]) and redis.call('EXISTS', keys.lease_base .. ids[i]) == 0
end

return reschedule_listed(keys, ids, ready_time(ARGV[rest], now), now, ARGV[#ARGV], is_free)
