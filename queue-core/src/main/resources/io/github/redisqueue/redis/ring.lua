local function ring()
	redis.call('XADD', bell, 'MAXLEN', 1, '*', 'ring', 1)
end
