-- include lease/processing
-- include lib/ended
-- What a lease queue does to single parts of its jobs. A job exists exactly while its item key does.

local function exists(keys, id)
	return redis.call('EXISTS', keys.item_base .. id) == 1
end

-- The payload and the headers of a job; the payload is false if there is no such job.
local function content(keys, id)
	return redis.call('GET', keys.item_base .. id), redis.call('HGET', keys.headers, id)
end

-- What a crash is recorded for: the receipt, which is a token.
local function crash_key(receipt)
	return receipt
end

-- Whether anybody holds a job, or a cleaning has to drop what is left of one.
local function any_held(keys)
	return redis.call('EXISTS', keys.processing, keys.suspects) > 0
end

-- The end of leases with these lease keys, whose holders the fence has read. An id that is not in processing was reclaimed
-- and stands in the queue.
local function end_leases(keys, ids, leases, holders)
	for _, id in ipairs(remove_from_processing(keys, ids, holders)) do
		redis.call('LREM', keys.queue, 0, id)
	end
	redis.call('DEL', unpack(leases))
	redis.call('HDEL', keys.tokens, unpack(ids))
end

-- The end of leased jobs. Abort: without its item a job is gone; the cleaner drops what else is left of it.
local function end_jobs(keys, ids, items, leases, holders)
	redis.call('DEL', unpack(items))
	end_leases(keys, ids, leases, holders)
	ended(keys, ids)
end
