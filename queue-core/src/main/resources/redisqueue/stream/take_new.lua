-- include lib/fitting
-- include stream/batch
-- include stream/ends
-- include stream/entries
-- include stream/keys
-- include stream/read_delivered
-- Takes ready jobs that were not delivered before, or stand in their place at the tail again.

-- The last id before that of an entry.
local function previous_id(entry)
	local ms, seq = string.match(entry, '^(%d+)-(%d+)$')
	if tonumber(seq) > 0 then
		return ms .. '-' .. string.format('%.0f', seq - 1)
	end
	return string.format('%.0f', ms - 1) .. '-18446744073709551615'
end

-- What does not fit is as if it had never been delivered.
local function put_back(keys, found, from)
	local rest = {}
	for k = from, #found do
		rest[#rest + 1] = found[k][1]
	end
	redis.call('XGROUP', 'SETID', keys.stream, GROUP, previous_id(rest[1]))
	redis.call('XACK', keys.stream, GROUP, unpack(rest))
end

-- Takes what was delivered, and drops what is no job (any more). Returns the number of the first entry that does not
-- fit, or nil.
local function sort_delivered(keys, batch, found)
	local jobs, ids = read_delivered(found)
	local named, gone, surplus = {}, {}, nil
	local records = redis.call('HMGET', keys.entries, unpack(ids))
	for k, item in ipairs(found) do
		local entry, record, job, delivery = item[1], records[k], jobs[k], nil
		if not job and record == entry then
			local payload = item[2][4]
			if not fits(batch, payload) then
				surplus = k
				break
			end
			take(batch, ids[k], payload, false, entry)
		else
			job = job or job_in(entry, item[2])
			if job.of then
				job, delivery = job_of_place(keys, job, entry, record)
			elseif record ~= entry and (record or job.needs_record) then
				job = nil
			end
			if job and not fits(batch, job.payload, job.headers) then
				surplus = k
				break
			end
			if job and delivery then
				take_over(keys, batch, job, delivery)
			elseif job then
				take(batch, job.id, job.payload, job.headers, entry)
			end
			if not job or delivery then
				gone[#gone + 1] = entry
			end
			if job and not record then
				named[#named + 1], named[#named + 2] = job.id, entry
			end
		end
	end
	if #named > 0 then
		redis.call('HSET', keys.entries, unpack(named))
	end
	if #gone > 0 then
		remove_entries(keys, gone)
	end
	return surplus
end

-- Returns whether nothing is left; if it is not known, batch.last is nil.
local function take_new(keys, batch)
	local MAX_GHOSTS, looked = 1000, 0
	local look = fitting(batch.count, batch.bytes, batch.largest)
	while batch.count < batch.max and looked < batch.max + MAX_GHOSTS do
		look = math.min(batch.max - batch.count, look)
		local reply = redis.call('XREADGROUP', 'GROUP', GROUP, batch.consumer, 'COUNT', look, 'STREAMS', keys.stream, '>')
		local found = reply and reply[1][2] or {}
		local surplus = #found > 0 and sort_delivered(keys, batch, found)
		if #found > 0 then
			batch.last = found[#found][1]
		end
		if surplus then
			put_back(keys, found, surplus)
			return false
		end
		if #found < look then
			return true
		end
		looked = looked + #found
		look = fitting(batch.count, batch.bytes, batch.largest)
	end
	return batch.last and #redis.call('XRANGE', keys.stream, '(' .. batch.last, '+', 'COUNT', 1) == 0
end
