-- include delayed/scores
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
