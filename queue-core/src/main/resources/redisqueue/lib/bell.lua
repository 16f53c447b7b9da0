-- Rings the bell of a queue: wakes those who wait for jobs. On a Redis Cluster the bell is in another slot, out of the
-- script's reach, and keys.bell is nil. Returns what each reply begins with: 1 if the caller has to ring, else 0.
local function ring(keys)
	if not keys.bell then
		return 1
	end
	redis.call('XADD', keys.bell, 'MAXLEN', 1, '*', 'ring', 1)
	return 0
end
