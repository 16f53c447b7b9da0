-- include places
-- include drop_extras
-- The end of jobs. Without its payload a job is gone: leasing and the cleaner drop what
-- else an abort leaves of it.
local function erase(gone)
	redis.call('HDEL', jobs, unpack(gone))
	redis.call('HDEL', tokens, unpack(gone))
	drop_extras(gone)
end

-- The receipts are looked up if they are not known.
local function forget(gone, receipts)
	receipts = receipts or redis.call('HMGET', tokens, unpack(gone))
	erase(gone)
	take_out(gone, receipts)
end
