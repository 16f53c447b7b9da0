-- Nothing of an earlier life holds up jobs that begin anew.
local function begin_anew(of_ids)
	if redis.call('EXISTS', failures, crashes) > 0 then
		redis.call('HDEL', failures, unpack(of_ids))
		redis.call('HDEL', crashes, unpack(of_ids))
	end
end
