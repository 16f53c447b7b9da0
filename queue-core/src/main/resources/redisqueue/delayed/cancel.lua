-- cancel: jobs that are ready, delayed or leased end
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the token
-- Reply: how many tokens the caller has to push; for each id 1 if there was such a job, else 0
-- Cost: for each O(log m) with m jobs in the queue
-- Abort: see end_jobs
-- include delayed/ends
-- include delayed/freed
-- include delayed/jobs
-- include delayed/keys
-- include delayed/leased
-- include lib/arguments
-- include lib/freed
local keys, reply = name_keys(KEYS), { 0 }
local before = leased_if_limited(keys, count_leased)
local ids = id_arguments(ARGV)
for i, id in ipairs(ids) do
	local is_there = exists(keys, id) and redis.call('HEXISTS', keys.jobs, id) == 1
	reply[i + 1] = is_there and 1 or 0
end
end_jobs(keys, ids)
if before then
	reply[1] = ring_freed(keys, ARGV[#ARGV], before - count_leased(keys))
end
return reply
