-- include pluck
-- The last step of every settlement: the leases that are held come to their end. An id
-- that is not in processing was reclaimed and stands in the queue. Needs fence.
local mine_ids, mine_leases = {}, {}
for k, i in ipairs(mine) do
	mine_ids[k], mine_leases[k] = ids[i], KEYS[FIXED + n + i]
end

local function let_go()
	-- further copies are stale and left to the cleaner
	for _, id in ipairs(pluck(processing, mine_ids)) do
		redis.call('LREM', queue, 0, id)
	end
	redis.call('DEL', unpack(mine_leases))
	redis.call('HDEL', tokens, unpack(mine_ids))
end
