-- Jobs are delayed no longer.
local function undelay(of_ids)
	redis.call('ZREM', delayed, unpack(of_ids))
	redis.call('HDEL', jobs, unpack(of_ids))
	redis.call('HDEL', headers, unpack(of_ids))
end
