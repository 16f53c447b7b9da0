-- Leased jobs of a lease queue that nobody holds, and leases of no job.
-- KEYS: the prefix of the queue
local orphans = {}
for _, id in ipairs(redis.call('LRANGE', KEYS[1] .. ':processing', 0, -1)) do
	local has_lease = redis.call('EXISTS', KEYS[1] .. ':lease:' .. id) == 1
	if not has_lease and redis.call('EXISTS', KEYS[1] .. ':item:' .. id) == 1 then
		orphans[#orphans + 1] = id .. ' is in progress without a lease'
	end
end
for _, key in ipairs(redis.call('KEYS', KEYS[1] .. ':lease:*')) do
	local id = string.sub(key, #KEYS[1] + #':lease:' + 1)
	if redis.call('EXISTS', KEYS[1] .. ':item:' .. id) == 0 then
		orphans[#orphans + 1] = id .. ' has a lease, but is no job'
	end
end
return orphans
