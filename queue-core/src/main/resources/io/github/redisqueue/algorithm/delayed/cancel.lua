-- cancel: a job that is ready, delayed or leased ends
-- KEYS: the fixed ones
-- ARGV: 1, its id
-- Reply: 1 if there was such a job, else 0
-- Cost: O(log m) with m jobs in the queue
-- Abort: see forget
-- include keys
-- include forget
local id = ARGV[2]
local there = redis.call('ZSCORE', delayed, id) and redis.call('HEXISTS', jobs, id) == 1
forget({ id })
return { there and 1 or 0 }
