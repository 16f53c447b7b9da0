-- include lib/ended
-- The end of jobs. Costs O(log m) for each, with m jobs in the queue. Returns whether it is known that there are no
-- limits. Abort: without its score a job is gone; the cleaner drops what else is left of it.
local function end_jobs(keys, ids)
	redis.call('ZREM', keys.delayed, unpack(ids))
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.receipts, unpack(ids))
	local are_plain = redis.call('EXISTS', keys.failures, keys.crashes, keys.headers, keys.limits) == 0
	ended(keys, ids, are_plain)
	return are_plain
end

-- The end of leases whose jobs live on, and have the score of their new state already.
local function end_leases(keys, ids)
	redis.call('HDEL', keys.receipts, unpack(ids))
end
