-- What a lease queue does to single parts of its jobs. A job exists exactly while its item key does.

local function exists(keys, id)
	return redis.call('EXISTS', keys.item_base .. id) == 1
end

-- The payload and the headers of a job; the payload is false if there is no such job.
local function content(keys, id)
	return redis.call('GET', keys.item_base .. id), redis.call('HGET', keys.headers, id)
end

-- What a crash is recorded for: the token of the lease.
local function crash_key(receipt)
	return string.match(receipt, '^%d+')
end

-- Whether anybody holds a job, or a cleaning has to drop what is left of one.
local function any_held(keys)
	return redis.call('EXISTS', keys.processing, keys.suspects) > 0
end
