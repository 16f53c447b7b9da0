-- Costs O(w) with w workers that hold something.
local function leased()
	local sum = 0
	for _, holder in ipairs(redis.call('ZRANGE', workers, 0, -1)) do
		sum = sum + redis.call('LLEN', private_base .. holder)
	end
	return sum
end
