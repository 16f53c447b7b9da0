-- include drop_extras
-- The end of jobs. Without its score a job is gone; what else an abort leaves of it, the
-- cleaner drops. Costs O(log m) for each, with m jobs in the queue.
local function forget(gone)
	redis.call('ZREM', delayed, unpack(gone))
	redis.call('HDEL', jobs, unpack(gone))
	redis.call('HDEL', tokens, unpack(gone))
	drop_extras(gone)
end
