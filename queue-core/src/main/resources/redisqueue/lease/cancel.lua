-- cancel: jobs that are ready, delayed, waiting or leased end
-- KEYS: those of keys.lua, n item keys, n lease keys
-- ARGV: for how many ms the holder of a job keeps its place in its group, the token
-- Reply: how many tokens the caller has to push, see offer; for each id 1 if there was such a job, else 0
-- Cost: for each O(q + p) with q jobs ready and p leased
-- Abort: without its item a job is gone; the cleaner drops what else is left of it
-- include lease/cancel_jobs
-- include lease/freed
-- include lease/keys
-- include lease/leased
-- include lib/freed
local keys = name_keys(KEYS)
local before = leased_if_limited(keys, count_leased)
local ids = job_keys(keys, KEYS)
local keep_ms = tonumber(ARGV[1])
local cancelled = cancel_jobs(keys, ids, keep_ms)
local freed = before and before - count_leased(keys) or 0
return { ring_freed(keys, ARGV[#ARGV], freed), unpack(cancelled) }
