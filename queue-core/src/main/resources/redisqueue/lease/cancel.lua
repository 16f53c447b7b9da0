-- cancel: a job that is ready, delayed or leased ends
-- KEYS: those of keys.lua, its item key, its lease key
-- Reply: 0; 1 if there was such a job, else 0
-- Cost: O(q + p) with q jobs ready and p leased
-- Abort: without its item the job is gone; the cleaner drops what else is left of it
-- include lease/keys
-- include lib/ended
local keys = name_keys(KEYS)
local ids, items, leases = job_keys(keys, KEYS)
local id = ids[1]
if redis.call('DEL', items[1]) == 0 then
	return { 0, 0 }
end
redis.call('ZREM', keys.delayed, id)
redis.call('LREM', keys.queue, 0, id)
redis.call('LREM', keys.processing, 0, id)
redis.call('ZREM', keys.suspects, id)
redis.call('DEL', leases[1])
redis.call('HDEL', keys.tokens, id)
ended(keys, ids)
return { 0, 1 }
