-- include places
-- The end of leases whose jobs live on, and stand where they go already. Without its token
-- a job is not leased: its id in a private list is a copy.
local function let_go(back)
	local receipts = redis.call('HMGET', tokens, unpack(back))
	redis.call('HDEL', tokens, unpack(back))
	take_out(back, receipts)
end
