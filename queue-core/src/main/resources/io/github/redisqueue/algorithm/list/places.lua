-- include pluck
-- The boot in whose private list a job stands, told by the receipt of its last lease; nil
-- if it is not leased. What else stands in private lists, or stands in the queue although
-- it is leased, is a copy that an abort left: it counts for nothing, and is dropped.
local ours = ' ' .. boot
local holders = {}

local function holder_of(receipt)
	if receipt and holders[receipt] == nil then
		local is_marked = string.byte(receipt) == 45
		holders[receipt] = not is_marked and string.match(receipt, '^%d+ (.*)$')
	end
	return receipt and holders[receipt] or nil
end

-- A boot that holds nothing is not registered.
local function strike_off(holder)
	if redis.call('EXISTS', private_base .. holder) == 0 then
		redis.call('ZREM', workers, holder)
	end
end

-- Ids leave the place where they stand: the private list that their receipts name, else
-- the queue. Costs that of plucking, or O(q) with q jobs ready.
local function take_out(ids, receipts)
	local held_by = {}
	for i, id in ipairs(ids) do
		local holder = holder_of(receipts[i])
		if holder then
			local held = held_by[holder] or {}
			held[#held + 1], held_by[holder] = id, held
		else
			redis.call('LREM', queue, 0, id)
		end
	end
	for holder, held in pairs(held_by) do
		pluck(private_base .. holder, held)
		strike_off(holder)
	end
end
