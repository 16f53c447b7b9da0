-- A job becomes ready. Before its item an id in the queue is a ghost.
local function revive(id, payload)
	redis.call('LPUSH', queue, id)
	redis.call('SET', item_base .. id, payload)
end
