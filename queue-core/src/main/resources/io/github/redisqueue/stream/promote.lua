-- include entry
-- include undelay
-- Delayed jobs that are due become entries: 500, or what makes up 4 MiB. Abort: what is
-- an entry and delayed at once becomes an entry once more, and its earlier one is dropped
-- when it is delivered.
local function promote(now)
	local done, recorded, size = {}, {}, 0
	for _, id in ipairs(redis.call('ZRANGE', delayed, '-inf', now, 'BYSCORE', 'LIMIT', 0, 500)) do
		local payload = redis.call('HGET', jobs, id)
		if payload then
			size = size + #payload
			recorded[#recorded + 1] = id
			recorded[#recorded + 1] = add_entry(id, payload, redis.call('HGET', headers, id))
		end
		done[#done + 1] = id
		if size >= MAX_BYTES then
			break
		end
	end
	if #recorded > 0 then
		redis.call('HSET', entries, unpack(recorded))
	end
	if #done > 0 then
		undelay(done)
	end
end
