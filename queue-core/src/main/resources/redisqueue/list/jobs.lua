-- include lib/ended
-- include list/private_lists
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

-- The end of jobs that stand in no list any more, or in one that the caller cuts.
local function remove_jobs(keys, ids)
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.tokens, unpack(ids))
	ended(keys, ids)
end

-- The end of jobs with these receipts. Abort: without its payload a job is gone; leasing and the cleaner drop what else
-- is left of it.
local function end_jobs(keys, ids, receipts)
	remove_jobs(keys, ids)
	remove_from_lists(keys, ids, receipts)
end

-- The end of leases whose jobs live on, and stand where they go already. Abort: without its receipt a job is not leased,
-- and its id in a private list is a copy.
local function end_leases(keys, ids, receipts)
	redis.call('HDEL', keys.tokens, unpack(ids))
	remove_from_lists(keys, ids, receipts)
end
