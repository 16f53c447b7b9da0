-- Jobs whose lease has run out become ready, or dead if they crashed too often; 500 at
-- most. Returns how many of each. Needs time, fields, dead, crashed, forget.
local function reclaim(now, limit, max_dead, cause)
	local found = redis.call('ZRANGE', delayed, LEASED, LEASED + now, 'BYSCORE', 'LIMIT', 0, 500)
	if #found == 0 then
		return 0, 0
	end
	local last = redis.call('HMGET', tokens, unpack(found))
	local before = redis.call('HMGET', crashes, unpack(found))
	local ready, spent, handed, hopeless = {}, {}, {}, {}
	for i, id in ipairs(found) do
		local count, culprit = crashed_again(before[i], last[i])
		if count > limit then
			bury(id, now, culprit, cause, redis.call('HGET', failures, id), tostring(count), redis.call('HGET', jobs, id) or '',
				redis.call('HGET', headers, id))
			hopeless[#hopeless + 1] = id
		else
			ready[#ready + 1], ready[#ready + 2] = now, id
			spent[#spent + 1], spent[#spent + 2] = id, count
			handed[#handed + 1], handed[#handed + 2] = id, '-' .. (last[i] or '')
		end
	end
	if #ready > 0 then
		redis.call('HSET', crashes, unpack(spent))
		redis.call('HSET', tokens, unpack(handed))
		redis.call('ZADD', delayed, unpack(ready))
	end
	if #hopeless > 0 then
		forget(hopeless)
		trim_dead(max_dead)
	end
	return #ready / 2, #hopeless
end
