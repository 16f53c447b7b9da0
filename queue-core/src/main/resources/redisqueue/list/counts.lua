-- counts: how many jobs are in each state
-- KEYS: those of keys.lua; the private lists follow from the workers
-- Reply: 0; ready, delayed, leased, dead, 1 if paused, now, the ready time of the oldest delayed job that is due or
--   absent, the id at the head of the queue or absent, its headers or absent
-- Cost: O(log d + w) with d jobs delayed and w workers that hold something
-- include lib/list_counts
-- include list/keys
local keys, leased = name_keys(KEYS), 0
for _, holder in ipairs(redis.call('ZRANGE', keys.workers, 0, -1)) do
	leased = leased + redis.call('LLEN', keys.private_base .. holder)
end
return list_counts(keys, leased)
