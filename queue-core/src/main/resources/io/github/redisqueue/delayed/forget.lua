-- The end of jobs. Without its score a job is gone; what else an abort leaves of it, the
-- cleaner drops. Costs O(log m) for each, with m jobs in the queue.
local function forget(gone)
	redis.call('ZREM', delayed, unpack(gone))
	for _, kept in ipairs({ jobs, tokens, failures, crashes, headers }) do
		redis.call('HDEL', kept, unpack(gone))
	end
end
