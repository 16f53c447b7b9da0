-- include entry
-- include undelay
-- include forget
-- Delayed jobs that are due become entries: 500, or what makes up 4 MiB. If one is an
-- entry already, as a retry or a promotion was cut short, that is gone.
local function promote(now)
	local due = redis.call('ZRANGE', delayed, '-inf', now, 'BYSCORE', 'LIMIT', 0, 500)
	if #due == 0 then
		return
	end
	local records = redis.call('HMGET', entries, unpack(due))
	local done, recorded, gone, size = {}, {}, {}, 0
	for k, id in ipairs(due) do
		local payload = redis.call('HGET', jobs, id)
		if payload then
			local entry, place = parse_record(records[k])
			gone[#gone + 1] = entry
			gone[#gone + 1] = place
			size = size + #payload
			recorded[#recorded + 1] = id
			recorded[#recorded + 1] = add_entry(id, payload, redis.call('HGET', headers, id))
		end
		done[k] = id
		if size >= MAX_BYTES then
			break
		end
	end
	if #recorded > 0 then
		redis.call('HSET', entries, unpack(recorded))
	end
	undelay(done)
	if #gone > 0 then
		remove(gone)
	end
end
