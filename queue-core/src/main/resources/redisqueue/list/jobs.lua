-- What a list queue does to single parts of its jobs. A job exists exactly while it has a payload in jobs. It is leased
-- exactly while it has a receipt without a minus sign in tokens.

local function exists(keys, id)
	return redis.call('HEXISTS', keys.jobs, id) == 1
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
	return redis.call('EXISTS', keys.workers) == 1
end
