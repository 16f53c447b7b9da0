-- heal: jobs that stand in no list, as a foreign client leaves them if it dies between the two commands of an addition,
--   become ready; as many as can be looked for in a bounded time
-- KEYS: those of keys.lua, n item keys, n lease keys
-- ARGV: the token
-- Reply: how many tokens the caller has to push; how many of the jobs were looked at, how many became ready
-- Cost: O(n), plus O(q + p) for each job that is looked for, with q jobs ready and p leased: those of one call, or one
--   job in longer lists, cost no more than 200 000 ids
-- Abort: some are ready
-- include lease/keys
-- include lib/bell
-- include lib/memory
local MAX_COMPARED = 200000
local keys = name_keys(KEYS)
allow_oom(keys)
local ids, items, leases = job_keys(keys, KEYS)
local listed = redis.call('LLEN', keys.queue) + redis.call('LLEN', keys.processing)
local looked, compared, healed = 0, 0, 0
for i, id in ipairs(ids) do
	if redis.call('EXISTS', items[i]) == 1 and redis.call('EXISTS', leases[i]) == 0
		and not redis.call('ZSCORE', keys.delayed, id) then
		if compared > 0 and compared + listed > MAX_COMPARED then
			break
		end
		compared = compared + listed
		if not redis.call('LPOS', keys.queue, id) and not redis.call('LPOS', keys.processing, id) then
			redis.call('LPUSH', keys.queue, id)
			healed = healed + 1
		end
	end
	looked = i
end
return { healed > 0 and ring(keys, ARGV[#ARGV], healed) or 0, looked, healed }
