-- include lib/arrival
-- Adds a job that is ready. Costs O(log m) with m jobs in the queue. Abort: before its score a payload is a leftover, which
-- the cleaner drops.
local function make_ready(keys, id, payload)
	redis.call('HSET', keys.jobs, id, payload)
	redis.call('ZADD', keys.delayed, next_arrival(keys), id)
end
