-- Deliveries of a stream queue to workers that are of no job.
-- KEYS: the prefix of the queue
local orphans = {}
local stream, ids = KEYS[1] .. ':stream', KEYS[1] .. ':ids'
if redis.call('EXISTS', stream) == 0 then
	return orphans
end
for _, delivery in ipairs(redis.call('XPENDING', stream, 'workers', '-', '+', 10000)) do
	local entry, consumer = delivery[1], delivery[2]
	local found = redis.call('XRANGE', stream, entry, entry)[1]
	if not found then
		orphans[#orphans + 1] = entry .. ' is pending, but was deleted'
	elseif consumer ~= 'reclaimed' and consumer ~= 'released' then
		local record = redis.call('HGET', ids, found[2][2])
		if not record or string.sub(record, 1, #entry) ~= entry then
			orphans[#orphans + 1] = found[2][2] .. ' is pending as ' .. entry .. ', which its record does not name'
		end
	end
end
return orphans
