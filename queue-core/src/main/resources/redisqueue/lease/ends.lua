-- include lease/processing
-- include lib/ended
-- Leased jobs stand in processing no longer. One that is not there was reclaimed and stands in the queue. Holders are
-- nil if the jobs live on, see remove_from_processing.
local function remove_leased(keys, ids, holders, are_plain)
	for _, id in ipairs(remove_from_processing(keys, ids, holders, are_plain)) do
		redis.call('LREM', keys.queue, 0, id)
	end
end

-- The end of leases with these lease keys, whose jobs live on.
local function end_leases(keys, ids, leases)
	remove_leased(keys, ids)
	redis.call('DEL', unpack(leases))
	redis.call('HDEL', keys.receipts, unpack(ids))
end

-- The end of leased jobs. Holders are what the fence has read of their leases. The caller may know whether there are
-- suspects, failures, crashes, headers or limits; returns whether there is none. Abort: without its item a job is gone;
-- the cleaner drops what else is left of it.
local function end_jobs(keys, ids, items, leases, holders, known_plain)
	local are_plain = known_plain
	if are_plain == nil then
		are_plain = redis.call('EXISTS', keys.suspects, keys.failures, keys.crashes, keys.headers, keys.limits) == 0
	end
	local of_jobs = { unpack(items) }
	for _, lease in ipairs(leases) do
		of_jobs[#of_jobs + 1] = lease
	end
	redis.call('DEL', unpack(of_jobs))
	remove_leased(keys, ids, holders, are_plain)
	redis.call('HDEL', keys.receipts, unpack(ids))
	ended(keys, ids, are_plain)
	return are_plain
end
