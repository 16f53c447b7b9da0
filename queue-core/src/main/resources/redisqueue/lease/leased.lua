-- How many jobs are leased: without what is settled, but still in the list.
local function count_leased(keys)
	return redis.call('LLEN', keys.processing) - redis.call('ZCOUNT', keys.suspects, '-inf', '(0')
end
