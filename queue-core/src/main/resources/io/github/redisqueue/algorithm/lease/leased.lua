-- Without what is settled, but still in the list.
local function leased()
	return redis.call('LLEN', processing) - redis.call('ZCOUNT', suspects, '-inf', '(0')
end
