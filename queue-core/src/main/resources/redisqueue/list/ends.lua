-- include lib/ended
-- include list/private_lists
-- The end of jobs that stand in no list any more, or in one that the caller cuts.
local function remove_jobs(keys, ids)
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.receipts, unpack(ids))
	ended(keys, ids)
end

-- One look tells that the boot of the caller holds nothing any more, and that there is nothing else to remove.
local function is_last(keys)
	return redis.call('EXISTS', keys.private, keys.failures, keys.crashes, keys.headers, keys.limits) == 0
end

-- The end of jobs with these receipts. Returns whether it is known that there are no limits. Abort: without its payload a
-- job is gone; leasing and the cleaner drop what else is left of it.
local function end_jobs(keys, ids, receipts)
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.receipts, unpack(ids))
	local boots = remove_from_lists(keys, ids, receipts)
	local are_plain = #boots == 1 and boots[1] == keys.boot and is_last(keys)
	if are_plain then
		redis.call('ZREM', keys.workers, keys.boot)
	else
		unregister_all_idle(keys, boots)
	end
	ended(keys, ids, are_plain)
	return are_plain
end

-- The end of leases whose jobs live on, and stand where they go already. Abort: without its receipt a job is not
-- leased, and its id in a private list is a copy.
local function end_leases(keys, ids, receipts)
	redis.call('HDEL', keys.receipts, unpack(ids))
	unregister_all_idle(keys, remove_from_lists(keys, ids, receipts))
end
