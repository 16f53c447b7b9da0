-- cancel: jobs that are ready, delayed or leased end
-- KEYS: those of keys.lua, n item keys, n lease keys
-- Reply: 0; for each id 1 if there was such a job, else 0
-- Cost: for each O(q + p) with q jobs ready and p leased
-- Abort: without its item a job is gone; the cleaner drops what else is left of it
-- include lease/keys
-- include lib/ended
local keys, reply = name_keys(KEYS), { 0 }
local ids, items, leases = job_keys(keys, KEYS)
for i, id in ipairs(ids) do
	reply[i + 1] = redis.call('DEL', items[i])
	if reply[i + 1] == 1 then
		redis.call('ZREM', keys.delayed, id)
		redis.call('LREM', keys.queue, 0, id)
		redis.call('LREM', keys.processing, 0, id)
		redis.call('ZREM', keys.suspects, id)
		redis.call('DEL', leases[i])
		redis.call('HDEL', keys.receipts, id)
		ended(keys, { id })
	end
end
return reply
