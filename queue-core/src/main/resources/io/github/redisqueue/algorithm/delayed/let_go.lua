-- The end of leases whose jobs live on.
local function let_go(back)
	redis.call('HDEL', tokens, unpack(back))
end
