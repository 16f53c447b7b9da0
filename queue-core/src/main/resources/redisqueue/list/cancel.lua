-- cancel: jobs that are ready, delayed, waiting or leased end
-- KEYS: those of keys.lua; the private lists of their holders follow from their receipts
-- ARGV: n, n ids, for how many ms the holder of a job keeps its place in its group, the token
-- Reply: how many tokens the caller has to push, see offer; for each id 1 if there was such a job, else 0
-- Cost: for each O(q) with q jobs ready, or O(p) with p leased by its holder
-- Abort: see end_jobs
-- include lib/arguments
-- include lib/freed
-- include list/cancel_jobs
-- include list/freed
-- include list/keys
-- include list/leased
local keys = name_keys(KEYS)
local before = leased_if_limited(keys, count_leased)
local ids, rest = id_arguments(ARGV)
local keep_ms = tonumber(ARGV[rest])
local cancelled = cancel_jobs(keys, ids, keep_ms)
local freed = before and before - count_leased(keys) or 0
return { ring_freed(keys, ARGV[#ARGV], freed), unpack(cancelled) }
