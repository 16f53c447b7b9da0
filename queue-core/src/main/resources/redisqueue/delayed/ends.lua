-- include lib/ended
-- include lib/pick
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

-- The same for the leases at some positions, as the fence returns them.
local function end_held(keys, leases, positions)
	return end_jobs(keys, pick(leases.ids, positions))
end

-- The end of such leases whose jobs live on, and have the score of their new state already. Abort: they have a receipt,
-- which lease replaces.
local function end_leases(keys, leases, positions)
	redis.call('HDEL', keys.receipts, unpack(pick(leases.ids, positions)))
end
