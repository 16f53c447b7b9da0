-- How many jobs are leased: what the private lists hold.
local function count_leased(keys)
	local leased = 0
	for _, holder in ipairs(redis.call('ZRANGE', keys.workers, 0, -1)) do
		leased = leased + redis.call('LLEN', keys.private_base .. holder)
	end
	return leased
end
