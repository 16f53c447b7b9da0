-- Nothing of an earlier life holds up jobs that begin anew.
local function begin_anew(of_ids)
	redis.call('HDEL', failures, unpack(of_ids))
	redis.call('HDEL', crashes, unpack(of_ids))
end
