-- The boot in whose private list a job stands, told by the receipt of its last lease; nil
-- if it is not leased. What else stands in private lists, or stands in the queue although
-- it is leased, is a copy that an abort left: it counts for nothing, and is dropped.
local function holder_of(receipt)
	return receipt and string.match(receipt, '^%d+ (.*)$')
end

-- A boot that holds nothing is not registered.
local function strike_off(holder)
	if redis.call('EXISTS', private_base .. holder) == 0 then
		redis.call('ZREM', workers, holder)
	end
end

-- Ids leave the place where they stand: the private list that their receipts name, else
-- the queue. Costs for each its distance from the tail of that list, where the oldest
-- stand, or O(q) with q jobs ready.
local function take_out(ids, receipts)
	local holders = {}
	for i, id in ipairs(ids) do
		local holder = holder_of(receipts[i])
		if holder then
			redis.call('LREM', private_base .. holder, -1, id)
			holders[holder] = true
		else
			redis.call('LREM', queue, 0, id)
		end
	end
	for holder in pairs(holders) do
		strike_off(holder)
	end
end
