-- Nothing of an earlier life holds up jobs that begin anew.
local function begin_anew(of_ids)
	if redis.call('EXISTS', tokens, failures, crashes) > 0 then
		for _, extra in ipairs({ tokens, failures, crashes }) do
			redis.call('HDEL', extra, unpack(of_ids))
		end
	end
end
