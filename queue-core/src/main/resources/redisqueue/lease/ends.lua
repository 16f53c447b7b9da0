-- include lease/processing
-- include lib/ended
-- The end of leases with these lease keys, whose holders the fence has read. An id that is not in processing was
-- reclaimed and stands in the queue.
local function end_leases(keys, ids, leases, holders)
	for _, id in ipairs(remove_from_processing(keys, ids, holders)) do
		redis.call('LREM', keys.queue, 0, id)
	end
	redis.call('DEL', unpack(leases))
	redis.call('HDEL', keys.receipts, unpack(ids))
end

-- The end of leased jobs. Abort: without its item a job is gone; the cleaner drops what else is left of it.
local function end_jobs(keys, ids, items, leases, holders)
	redis.call('DEL', unpack(items))
	end_leases(keys, ids, leases, holders)
	ended(keys, ids)
end
