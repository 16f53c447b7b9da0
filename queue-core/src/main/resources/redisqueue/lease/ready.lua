-- Adds a job that is ready. Abort: before its item an id in the queue is a ghost.
local function make_ready(keys, id, payload)
	redis.call('LPUSH', keys.queue, id)
	redis.call('SET', keys.item_base .. id, payload)
end
