-- include lib/ended
-- include list/private_lists
-- The end of jobs that stand in no list any more, or in one that the caller cuts.
local function remove_jobs(keys, ids)
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.receipts, unpack(ids))
	ended(keys, ids)
end

-- Whether the boot of the caller holds nothing any more, and whether there is nothing else to remove. One look tells both:
-- EXISTS counts a key as often as it is named.
local function look_behind(keys)
	local count = redis.call('EXISTS', keys.private, keys.failures, keys.failures, keys.crashes, keys.crashes, keys.headers,
		keys.headers, keys.limits, keys.limits)
	return count % 2 == 0, count <= 1
end

-- The end of jobs with these receipts. Returns whether it is known that there are no limits. Abort: without its payload a
-- job is gone; leasing and the cleaner drop what else is left of it.
local function end_jobs(keys, ids, receipts)
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.receipts, unpack(ids))
	local boots = remove_from_lists(keys, ids, receipts)
	local is_idle, are_plain = look_behind(keys)
	if #boots ~= 1 or boots[1] ~= keys.boot then
		unregister_all_idle(keys, boots)
	elseif is_idle then
		redis.call('ZREM', keys.workers, keys.boot)
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
