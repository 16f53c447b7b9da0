-- Whether a retry that was cut short has made a job delayed already, so that its entry
-- counts for nothing.
local function is_superseded(id)
	return redis.call('ZSCORE', delayed, id) and redis.call('HEXISTS', jobs, id) == 1
end
