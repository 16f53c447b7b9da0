-- cancel: a job that is ready, delayed or leased ends
-- KEYS: the fixed ones, its item key, its lease key
-- Reply: 1 if there was such a job, else 0
-- Cost: O(q + p) with q jobs ready and p leased
-- Abort: without its item the job is gone; what else is left of it, the cleaner drops
-- include keys
local item = KEYS[FIXED + 1]
local id = string.sub(item, #item_base + 1)
if redis.call('DEL', item) == 0 then
	return { 0 }
end
redis.call('ZREM', delayed, id)
redis.call('LREM', queue, 0, id)
redis.call('LREM', processing, 0, id)
redis.call('ZREM', suspects, id)
redis.call('DEL', KEYS[FIXED + 2])
for _, extra in ipairs({ tokens, failures, crashes, headers }) do
	redis.call('HDEL', extra, id)
end
return { 1 }
