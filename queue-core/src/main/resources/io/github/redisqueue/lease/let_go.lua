-- The last step of every settlement: the leases that are held come to their end. An id
-- that is not in processing was reclaimed and stands in the queue. Needs fence.
local mine_ids, mine_leases = {}, {}
for k, i in ipairs(mine) do
	mine_ids[k], mine_leases[k] = ids[i], KEYS[FIXED + n + i]
end

local function let_go()
	for _, id in ipairs(mine_ids) do
		-- from the tail, where the oldest are; further copies are stale and left to the cleaner
		if redis.call('LREM', processing, -1, id) == 0 then
			redis.call('LREM', queue, 0, id)
		end
	end
	redis.call('DEL', unpack(mine_leases))
	redis.call('HDEL', tokens, unpack(mine_ids))
end
