-- cancel: a job that is ready, delayed or leased ends
-- KEYS: those of keys.lua
-- ARGV: 1, its id
-- Reply: 0; 1 if there was such a job, else 0
-- Cost: O(log m) with m jobs in the queue
-- Abort: see end_jobs
-- include delayed/jobs
-- include delayed/keys
local keys, id = name_keys(KEYS), ARGV[2]
local is_there = exists(keys, id) and redis.call('HEXISTS', keys.jobs, id) == 1
end_jobs(keys, { id })
return { 0, is_there and 1 or 0 }
