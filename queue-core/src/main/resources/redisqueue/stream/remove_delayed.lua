-- Jobs are delayed no longer.
local function remove_delayed(keys, ids)
	redis.call('ZREM', keys.delayed, unpack(ids))
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.headers, unpack(ids))
end
