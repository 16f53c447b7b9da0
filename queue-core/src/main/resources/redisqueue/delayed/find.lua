-- find: looks at one job, whatever state it is in
-- KEYS: those of keys.lua
-- ARGV: 1, the id, the lease time in ms, which this algorithm does not use, the shard
-- Reply: see find_reply
-- Cost: O(log m) with m jobs in the queue, plus the size of the job
-- include delayed/keys
-- include delayed/leased
-- include delayed/shown
-- include lib/find_reply
local keys = name_keys(KEYS)
return find_reply(keys, ARGV[2], count_leased, function(id, now)
	local score = redis.call('ZSCORE', keys.delayed, id)
	if score then
		return job_with_score(keys, id, tonumber(score), now)
	end
end)
