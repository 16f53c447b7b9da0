-- include lib/ended
-- include list/private_lists
-- The end of jobs that stand in no list any more, or in one that the caller cuts.
local function remove_jobs(keys, ids)
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.receipts, unpack(ids))
	ended(keys, ids)
end

-- The end of jobs with these receipts. Abort: without its payload a job is gone; leasing and the cleaner drop what else
-- is left of it.
local function end_jobs(keys, ids, receipts)
	remove_jobs(keys, ids)
	remove_from_lists(keys, ids, receipts)
end

-- The end of leases whose jobs live on, and stand where they go already. Abort: without its receipt a job is not
-- leased, and its id in a private list is a copy.
local function end_leases(keys, ids, receipts)
	redis.call('HDEL', keys.receipts, unpack(ids))
	remove_from_lists(keys, ids, receipts)
end
