-- include lib/remove_from_list
-- Leased jobs stand in the private list of the run that leased them. What else stands in private lists, or stands in
-- the queue although it is leased, is a copy that an abort left: it counts for nothing, and is dropped.

-- The run in whose private list a job stands, as the receipt of its last lease tells; nil if it is not leased.
local function holder_of(receipt)
	return receipt and string.match(receipt, '^%d+ (.*)$')
end

-- A run that holds nothing is not registered.
local function unregister_idle(keys, holder)
	if redis.call('EXISTS', keys.private_base .. holder) == 0 then
		redis.call('ZREM', keys.workers, holder)
	end
end

local function unregister_all_idle(keys, holders)
	for _, holder in ipairs(holders) do
		unregister_idle(keys, holder)
	end
end

-- Removes ids from where they stand: from the private list that their receipt names, else from the queue. Costs what
-- remove_scattered does, or O(q) for each that is ready, with q jobs ready. Returns the runs that held some, which may
-- hold nothing any more.
local function remove_from_lists(keys, ids, receipts)
	local held_by, receipt, holder = {}, nil, nil
	for i, id in ipairs(ids) do
		-- Jobs that were leased together have one receipt.
		if receipts[i] ~= receipt then
			receipt = receipts[i]
			holder = holder_of(receipt)
		end
		if holder then
			local held = held_by[holder] or {}
			held[#held + 1], held_by[holder] = id, held
		else
			redis.call('LREM', keys.queue, 0, id)
		end
	end
	local runs = {}
	for run, held in pairs(held_by) do
		local list = keys.private_base .. run
		remove_scattered(list, remove_from_tail(list, held), -1)
		runs[#runs + 1] = run
	end
	return runs
end
