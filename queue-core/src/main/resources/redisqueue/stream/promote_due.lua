-- include lib/add_entry
-- include lib/fitting
-- include lib/memory
-- include stream/ends
-- include stream/remove_delayed
-- Delayed jobs that are due become entries: 500, or what makes up 4 MiB. If one is an entry already, as a retry or a
-- promotion was cut short, that is removed.
local function promote_due(keys, now)
	local due = redis.call('ZRANGE', keys.delayed, '-inf', now, 'BYSCORE', 'LIMIT', 0, 500)
	if #due == 0 then
		return
	end
	allow_oom(keys)
	local some_headers = redis.call('EXISTS', keys.headers) == 1
	local recorded, outdated, size, largest, done = {}, {}, 0, 1, 0
	while done < #due and size < MAX_BYTES do
		local last = math.min(done + fitting(done, size, largest), #due)
		local ids = { unpack(due, done + 1, last) }
		local records = redis.call('HMGET', keys.entries, unpack(ids))
		local payloads = redis.call('HMGET', keys.jobs, unpack(ids))
		local packed = some_headers and redis.call('HMGET', keys.headers, unpack(ids)) or {}
		for k, id in ipairs(ids) do
			local payload = payloads[k]
			if payload then
				outdated[#outdated + 1] = records[k] or nil
				local bytes = #payload + (packed[k] and #packed[k] or 0)
				size, largest = size + bytes, math.max(largest, bytes)
				recorded[#recorded + 1], recorded[#recorded + 2] = id, add_entry(keys, id, payload, packed[k])
			end
		end
		done = last
	end
	if #recorded > 0 then
		redis.call('HSET', keys.entries, unpack(recorded))
	end
	remove_delayed(keys, { unpack(due, 1, done) })
	if #outdated > 0 then
		remove_outdated(keys, outdated, set_of_entries(recorded))
	end
end
