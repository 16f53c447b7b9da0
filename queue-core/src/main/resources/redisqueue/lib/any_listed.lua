-- include lib/look
-- Whether jobs are ready, in the algorithms that keep those in a list.
local function has_ready(keys, now)
	return redis.call('LLEN', keys.queue) > 0 or is_due(keys.delayed, now) or is_due(keys.joining, now)
end
