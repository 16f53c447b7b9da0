-- heal: jobs that stand in no list, as a foreign client leaves them if it dies between the two commands of an addition,
--   become ready
-- KEYS: those of keys.lua, n item keys, n lease keys
-- ARGV: the token
-- Reply: how many tokens the caller has to push; how many became ready
-- Cost: O(n (q + p)) with q jobs ready and p leased
-- Abort: some are ready
-- include lease/keys
-- include lib/bell
-- include lib/memory
local keys = name_keys(KEYS)
allow_oom(keys)
local ids, items, leases = job_keys(keys, KEYS)
local healed = 0
for i, id in ipairs(ids) do
	if redis.call('EXISTS', items[i]) == 1 and redis.call('EXISTS', leases[i]) == 0
		and not redis.call('ZSCORE', keys.delayed, id) and not redis.call('LPOS', keys.queue, id)
		and not redis.call('LPOS', keys.processing, id) then
		redis.call('LPUSH', keys.queue, id)
		healed = healed + 1
	end
end
return { healed > 0 and ring(keys, ARGV[#ARGV], healed) or 0, healed }
