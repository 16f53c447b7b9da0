local function exists(id)
	return redis.call('ZSCORE', delayed, id)
end
