-- include lib/ended
-- include lib/pick
-- Leased jobs stand in processing no longer. One that is not there was reclaimed and stands in the queue. Holders are
-- nil if the jobs live on, see remove_from_processing.
local function remove_leased(keys, ids, holders, are_plain)
	-- include lease/processing
	for _, id in ipairs(remove_from_processing(keys, ids, holders, are_plain)) do
		redis.call('LREM', keys.queue, 0, id)
	end
end

-- The end of the leases at some positions, whose jobs live on. Costs O(1) for each; beyond REACH the distance from the
-- head of processing, of each or of the farthest of many. Abort: a job in delayed and processing at once is held until
-- its lease ends, then the cleaner takes it out of processing.
local function end_leases(keys, leases, positions)
	local ids = pick(leases.ids, positions)
	remove_leased(keys, ids)
	redis.call('DEL', unpack(pick(leases.lease_keys, positions)))
	redis.call('HDEL', keys.receipts, unpack(ids))
end

-- How far from the tail of processing a job is looked for, besides which none is ready. If it stands there alone, no other
-- is leased either, and all that is left of it goes in one step.
local NEAR = 10

-- The end of the jobs at some positions. The fence may know whether there are suspects, failures, crashes, headers or
-- limits; returns whether there is none. Costs for each the distance of its id from the tail of processing, but at most
-- REACH; for a lease that ran out and was reclaimed O(q) with q jobs ready. Abort: without its item a job is gone; the
-- cleaner drops what else is left of it.
local function end_held(keys, leases, positions)
	local ids, are_plain = pick(leases.ids, positions), leases.are_plain
	if are_plain == nil then
		are_plain = redis.call('EXISTS', keys.suspects, keys.failures, keys.crashes, keys.headers, keys.limits) == 0
	end
	local tail, is_near = leases.is_last and redis.call('LRANGE', keys.processing, -NEAR, -1), false
	if tail and #tail == 1 and tail[1] == ids[1] then
		redis.call('DEL', leases.items[1], leases.lease_keys[1], keys.processing, keys.receipts)
		return true
	end
	for k = 1, tail and #tail or 0 do
		is_near = is_near or tail[k] == ids[1]
	end
	local of_jobs = { unpack(pick(leases.items, positions)) }
	for _, lease in ipairs(pick(leases.lease_keys, positions)) do
		of_jobs[#of_jobs + 1] = lease
	end
	redis.call('DEL', unpack(of_jobs))
	if is_near then
		redis.call('LREM', keys.processing, -1, ids[1])
	else
		remove_leased(keys, ids, pick(leases.holders, positions), are_plain)
	end
	redis.call('HDEL', keys.receipts, unpack(ids))
	ended(keys, ids, are_plain)
	return are_plain
end
