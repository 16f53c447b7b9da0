local function leased()
	return redis.call('LLEN', processing)
end
