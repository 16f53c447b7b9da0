-- include lib/ended
-- include lib/pick
-- include list/private_lists
-- The end of jobs that stand in no list any more, or in one that the caller cuts.
local function remove_jobs(keys, ids)
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.receipts, unpack(ids))
	ended(keys, ids)
end

-- Whether the run of the caller holds nothing any more, whether there is nothing else to remove, and whether no job is left
-- at all. One look tells: EXISTS counts a key as often as it is named.
local function look_behind(keys)
	local count = redis.call('EXISTS', keys.private, keys.jobs, keys.jobs, keys.failures, keys.failures, keys.failures,
		keys.failures, keys.crashes, keys.crashes, keys.crashes, keys.crashes, keys.headers, keys.headers, keys.headers,
		keys.headers, keys.limits, keys.limits, keys.limits, keys.limits)
	return count % 2 == 0, count < 4, count == 0
end

-- The end of jobs with these receipts. Returns whether it is known that there are no limits. Abort: without its payload a
-- job is gone; leasing and the cleaner drop what else is left of it. If no job is left at all, no run holds any: a private
-- list of copies that other aborts have left is found by the next deep cleaning.
local function end_jobs(keys, ids, receipts)
	redis.call('HDEL', keys.jobs, unpack(ids))
	local runs = remove_from_lists(keys, ids, receipts)
	local is_idle, are_plain, are_last = look_behind(keys)
	if are_last and #runs == 1 and runs[1] == keys.run then
		redis.call('DEL', keys.receipts, keys.workers)
		return true
	end
	redis.call('HDEL', keys.receipts, unpack(ids))
	if #runs ~= 1 or runs[1] ~= keys.run then
		unregister_all_idle(keys, runs)
	elseif is_idle then
		redis.call('ZREM', keys.workers, keys.run)
	end
	ended(keys, ids, are_plain)
	return are_plain
end

-- The same for the leases at some positions, as the fence returns them. Costs the distance from the tail of the private
-- list, of each or of the farthest of many.
local function end_held(keys, leases, positions)
	return end_jobs(keys, pick(leases.ids, positions), pick(leases.stored, positions))
end

-- The end of such leases whose jobs live on, and stand where they go already. Costs the same. Abort: without its receipt
-- a job is not leased, and its id in a private list is a copy.
local function end_leases(keys, leases, positions)
	local ids = pick(leases.ids, positions)
	redis.call('HDEL', keys.receipts, unpack(ids))
	unregister_all_idle(keys, remove_from_lists(keys, ids, pick(leases.stored, positions)))
end
