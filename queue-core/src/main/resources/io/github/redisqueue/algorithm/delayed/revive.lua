-- include arrival
-- A job becomes ready. Before its score a payload is a leftover, which the cleaner drops.
local function revive(id, payload)
	redis.call('HSET', jobs, id, payload)
	redis.call('ZADD', delayed, arrival(), id)
end
