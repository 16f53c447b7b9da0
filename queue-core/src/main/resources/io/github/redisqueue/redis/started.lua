-- Records for the leases of fence that their handlers begin; the receipts stand right
-- before ARGV[rest].
local counts = redis.call('HMGET', crashes, unpack(ids))
for _, i in ipairs(mine) do
	local count = counts[i] and string.match(counts[i], '^%d+') or '0'
	redis.call('HSET', crashes, ids[i], count .. ':' .. ARGV[rest - n + i - 1] .. ':' .. worker)
end
return held
