-- Adds a job that is ready. Abort: before its payload an id in the queue is a ghost.
local function make_ready(keys, id, payload)
	redis.call('LPUSH', keys.queue, id)
	redis.call('HSET', keys.jobs, id, payload)
end
