-- cancel: jobs that are ready, delayed or leased end
-- KEYS: those of keys.lua, n item keys, n lease keys
-- ARGV: the token
-- Reply: how many tokens the caller has to push; for each id 1 if there was such a job, else 0
-- Cost: for each O(q + p) with q jobs ready and p leased
-- Abort: without its item a job is gone; the cleaner drops what else is left of it
-- include lease/freed
-- include lease/keys
-- include lease/leased
-- include lib/ended
-- include lib/freed
local keys, reply = name_keys(KEYS), { 0 }
local before = leased_if_limited(keys, count_leased)
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
if before then
	reply[1] = ring_freed(keys, ARGV[#ARGV], before - count_leased(keys))
end
return reply
