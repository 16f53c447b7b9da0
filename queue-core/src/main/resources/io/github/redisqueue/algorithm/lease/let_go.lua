-- include leave
-- The last step of every settlement: the leases that are held come to their end. An id
-- that is not in processing was reclaimed and stands in the queue. Needs time, fence.
local function let_go()
	for _, id in ipairs(leave(mine_ids, of_mine(holders))) do
		redis.call('LREM', queue, 0, id)
	end
	redis.call('DEL', unpack(of_mine(leases)))
	redis.call('HDEL', tokens, unpack(mine_ids))
end
