-- cancel: jobs that are ready, delayed or leased end
-- KEYS: those of keys.lua; the private lists of their holders follow from their receipts
-- ARGV: n, n ids, the token
-- Reply: how many tokens the caller has to push; for each id 1 if there was such a job, else 0
-- Cost: for each O(q) with q jobs ready, or O(p) with p leased by its holder
-- Abort: see end_jobs
-- include lib/arguments
-- include lib/freed
-- include list/ends
-- include list/freed
-- include list/jobs
-- include list/keys
-- include list/leased
local keys, reply = name_keys(KEYS), { 0 }
local before = leased_if_limited(keys, count_leased)
for i, id in ipairs((id_arguments(ARGV))) do
	local is_there = exists(keys, id)
	if is_there then
		end_jobs(keys, { id }, { redis.call('HGET', keys.receipts, id) })
		redis.call('ZREM', keys.delayed, id)
	end
	reply[i + 1] = is_there and 1 or 0
end
if before then
	reply[1] = ring_freed(keys, ARGV[#ARGV], before - count_leased(keys))
end
return reply
