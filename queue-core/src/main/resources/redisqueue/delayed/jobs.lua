-- include delayed/scores
-- include lib/ended
-- What a delayed queue does to single parts of its jobs. A job exists exactly while it has a score in delayed.

local function exists(keys, id)
	return redis.call('ZSCORE', keys.delayed, id)
end

-- The payload and the headers of a job.
local function content(keys, id)
	return redis.call('HGET', keys.jobs, id) or '', redis.call('HGET', keys.headers, id)
end

-- What a crash is recorded for: the token of the lease.
local function crash_key(receipt)
	return string.match(receipt, '^%d+')
end

-- Whether anybody holds a job.
local function any_held(keys)
	return #redis.call('ZRANGE', keys.delayed, LEASED, '+inf', 'BYSCORE', 'LIMIT', 0, 1) > 0
end

-- The end of jobs. Costs O(log m) for each, with m jobs in the queue. Abort: without its score a job is gone; the cleaner
-- drops what else is left of it.
local function end_jobs(keys, ids)
	redis.call('ZREM', keys.delayed, unpack(ids))
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.tokens, unpack(ids))
	ended(keys, ids)
end

-- The end of leases whose jobs live on, and have the score of their new state already.
local function end_leases(keys, ids)
	redis.call('HDEL', keys.tokens, unpack(ids))
end
