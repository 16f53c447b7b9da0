local function exists(id)
	return redis.call('HEXISTS', jobs, id) == 1
end
