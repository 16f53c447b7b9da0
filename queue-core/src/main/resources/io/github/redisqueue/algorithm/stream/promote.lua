-- include entry
-- include undelay
-- include forget
-- Delayed jobs that are due become entries: 500, or what makes up 4 MiB; a few first, then
-- as many at once as would fit if all were as large as the largest so far. If one is an
-- entry already, as a retry or a promotion was cut short, that is gone.
local function promote(now)
	local FIRST_LOOK = 10
	local due = redis.call('ZRANGE', delayed, '-inf', now, 'BYSCORE', 'LIMIT', 0, 500)
	if #due == 0 then
		return
	end
	local some_headed = redis.call('EXISTS', headers) == 1
	local recorded, gone, size, largest, done = {}, {}, 0, 1, 0

	local function add_all(ids)
		local records, payloads = redis.call('HMGET', entries, unpack(ids)), redis.call('HMGET', jobs, unpack(ids))
		local packed = some_headed and redis.call('HMGET', headers, unpack(ids)) or {}
		for k, id in ipairs(ids) do
			local payload = payloads[k]
			if payload then
				local entry, place = parse_record(records[k])
				gone[#gone + 1] = entry
				gone[#gone + 1] = place
				size, largest = size + #payload, math.max(largest, #payload)
				recorded[#recorded + 1], recorded[#recorded + 2] = id, add_entry(id, payload, packed[k])
			end
		end
	end

	while done < #due and size < MAX_BYTES do
		local fitting = done == 0 and FIRST_LOOK or math.max(1, math.floor((MAX_BYTES - size) / largest))
		local last = math.min(done + fitting, #due)
		add_all({ unpack(due, done + 1, last) })
		done = last
	end
	if #recorded > 0 then
		redis.call('HSET', entries, unpack(recorded))
	end
	undelay({ unpack(due, 1, done) })
	if #gone > 0 then
		remove(gone)
	end
end
