local function exists(id)
	return redis.call('EXISTS', item_base .. id) == 1
end
