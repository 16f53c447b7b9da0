-- cancel: a job that is ready, delayed or leased ends
-- KEYS: those of keys.lua; the private list of its holder follows from its receipt
-- ARGV: 1, its id
-- Reply: 0; 1 if there was such a job, else 0
-- Cost: O(q) with q jobs ready, or O(p) with p leased by its holder
-- Abort: see end_jobs
-- include list/jobs
-- include list/keys
local keys, id = name_keys(KEYS), ARGV[2]
if not exists(keys, id) then
	return { 0, 0 }
end
end_jobs(keys, { id }, { redis.call('HGET', keys.tokens, id) })
redis.call('ZREM', keys.delayed, id)
return { 0, 1 }
