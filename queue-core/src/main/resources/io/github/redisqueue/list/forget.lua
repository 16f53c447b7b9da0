-- include places
-- The end of jobs. Without its payload a job is gone: leasing and the cleaner drop what
-- else an abort leaves of it.
local function erase(gone)
	for _, kept in ipairs({ jobs, tokens, failures, crashes, headers }) do
		redis.call('HDEL', kept, unpack(gone))
	end
end

local function forget(gone)
	local receipts = redis.call('HMGET', tokens, unpack(gone))
	erase(gone)
	take_out(gone, receipts)
end
