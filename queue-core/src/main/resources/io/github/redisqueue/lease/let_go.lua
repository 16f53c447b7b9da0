-- include leave
-- The last step of every settlement: the leases that are held come to their end. An id
-- that is not in processing was reclaimed and stands in the queue. Needs time, fence.
local mine_ids, mine_leases, lasting = {}, {}, {}
for k, i in ipairs(mine) do
	mine_ids[k], mine_leases[k], lasting[ids[i]] = ids[i], KEYS[FIXED + n + i], holders[i]
end

local function let_go()
	for _, id in ipairs(leave(mine_ids, lasting)) do
		redis.call('LREM', queue, 0, id)
	end
	redis.call('DEL', unpack(mine_leases))
	redis.call('HDEL', tokens, unpack(mine_ids))
end
