-- A job becomes ready. Before its payload an id in the queue is a ghost.
local function revive(id, payload)
	redis.call('LPUSH', queue, id)
	redis.call('HSET', jobs, id, payload)
end
