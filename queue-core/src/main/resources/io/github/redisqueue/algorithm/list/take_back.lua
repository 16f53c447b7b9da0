-- include ring
-- include fields
-- include dead
-- include crashed
-- include exists
-- include forget
-- The oldest jobs of a worker that vanished become ready, or dead if they crashed too
-- often, so many ids at a time. Returns how many were reclaimed, buried, dropped. An abort
-- leaves a job where it is until its token is marked; from then on it is ready, and its id
-- in the private list is a copy.
local function take_back(holder, count, at_head, now, limit, max_dead, cause)
	local list = private_base .. holder
	local found = redis.call('LRANGE', list, -count, -1)
	if #found == 0 then
		strike_off(holder)
		return 0, 0, 0
	end
	local last = redis.call('HMGET', tokens, unpack(found))
	local before = redis.call('HMGET', crashes, unpack(found))
	local back, spent, handed, hopeless, seen = {}, {}, {}, {}, {}
	for i = #found, 1, -1 do
		local id = found[i]
		if holder_of(last[i]) == holder and not seen[id] and exists(id) then
			local crashed, culprit = crashed_again(before[i], string.match(last[i], '^%d+'))
			if crashed > limit then
				hopeless[#hopeless + 1] = id
				bury(id, now, culprit, cause, redis.call('HGET', failures, id), tostring(crashed), redis.call('HGET', jobs, id),
					redis.call('HGET', headers, id))
			else
				table.insert(back, at_head and 1 or #back + 1, id)
				spent[#spent + 1], spent[#spent + 2] = id, crashed
				handed[#handed + 1], handed[#handed + 2] = id, '-' .. last[i]
			end
		end
		seen[id] = true
	end
	if #back > 0 then
		local was_empty = redis.call('LLEN', queue) == 0
		redis.call(at_head and 'RPUSH' or 'LPUSH', queue, unpack(back))
		redis.call('HSET', crashes, unpack(spent))
		redis.call('HSET', tokens, unpack(handed))
		if was_empty then
			ring()
		end
	end
	if #hopeless > 0 then
		erase(hopeless)
		trim_dead(max_dead)
	end
	redis.call('LTRIM', list, 0, -#found - 1)
	strike_off(holder)
	return #back, #hopeless, #found - #back - #hopeless
end
