-- cancel: jobs that are ready, delayed or leased end
-- KEYS: those of keys.lua; the private lists of their holders follow from their receipts
-- ARGV: n, n ids
-- Reply: 0; for each id 1 if there was such a job, else 0
-- Cost: for each O(q) with q jobs ready, or O(p) with p leased by its holder
-- Abort: see end_jobs
-- include lib/arguments
-- include list/ends
-- include list/jobs
-- include list/keys
local keys, reply = name_keys(KEYS), { 0 }
for i, id in ipairs((id_arguments(ARGV))) do
	local is_there = exists(keys, id)
	if is_there then
		end_jobs(keys, { id }, { redis.call('HGET', keys.receipts, id) })
		redis.call('ZREM', keys.delayed, id)
	end
	reply[i + 1] = is_there and 1 or 0
end
return reply
