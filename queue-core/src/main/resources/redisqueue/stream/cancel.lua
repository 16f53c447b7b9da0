-- cancel: jobs that are ready, delayed, waiting or leased end
-- KEYS: those of keys.lua
-- ARGV: n, n ids, for how many ms the holder of a job keeps its place in its group, the token
-- Reply: how many tokens the caller has to push, see offer; for each id 1 if there was such a job, else 0
-- Cost: for each O(log m) with m jobs in the queue
-- Abort: without its entry a job is gone; the cleaner drops what else is left of it
-- include lib/arguments
-- include lib/freed
-- include stream/cancel_jobs
-- include stream/freed
-- include stream/keys
-- include stream/leased
local keys = name_keys(KEYS)
local before = leased_if_limited(keys, count_leased)
local ids, rest = id_arguments(ARGV)
local keep_ms = tonumber(ARGV[rest])
local cancelled = cancel_jobs(keys, ids, keep_ms)
local freed = before and before - count_leased(keys) or 0
return { ring_freed(keys, ARGV[#ARGV], freed), unpack(cancelled) }
