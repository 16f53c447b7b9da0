-- include record
-- include entry
-- include group
-- include forget
-- include superseded
-- Takes ready jobs: a few first, then as many as would fit if all were as large as the
-- largest so far. Returns whether nothing is left.

-- The last id before that of an entry.
local function before(entry)
	local ms, seq = string.match(entry, '^(%d+)-(%d+)$')
	if tonumber(seq) > 0 then
		return ms .. '-' .. string.format('%.0f', seq - 1)
	end
	return string.format('%.0f', ms - 1) .. '-18446744073709551615'
end

-- What does not fit is as if it had never been delivered.
local function put_back(found, from)
	local rest = {}
	for k = from, #found do
		rest[#rest + 1] = found[k][1]
	end
	redis.call('XGROUP', 'SETID', stream, GROUP, before(rest[1]))
	redis.call('XACK', stream, GROUP, unpack(rest))
end

-- The job whose turn it is in its place, and its last delivery; nil if it was settled,
-- extended or placed anew meanwhile.
local function returned(job, place, record)
	local entry, current_place = parse_record(record)
	local delivery = entry == job.of and place == current_place and pending(entry, entry, 1)[1]
	if not delivery or delivery[2] ~= RECLAIMED then
		return nil
	end
	if is_superseded(job.id) then
		vanish({ job.id })
		return nil
	end
	return read_entry(entry), delivery
end

-- Takes what was delivered, and drops what is no job (any more). Returns the number of
-- the first entry that does not fit, or nil.
local function sort_out(found)
	local jobs_in, names, named, gone, surplus = {}, {}, {}, {}, nil
	for k, item in ipairs(found) do
		local fields = item[2]
		if #fields == 4 and fields[1] == 'id' and fields[3] == 'data' then
			names[k] = fields[2]
		else
			jobs_in[k] = job_in(item[1], fields)
			names[k] = jobs_in[k].id
		end
	end
	local records = redis.call('HMGET', entries, unpack(names))
	for k, item in ipairs(found) do
		local entry, record, job, delivery = item[1], records[k], jobs_in[k], nil
		if not job and record == entry then
			-- mostly: a job that was added by us and has no headers
			local payload = item[2][4]
			if not fits(payload) then
				surplus = k
				break
			end
			take(names[k], payload, false, entry)
		else
			job = job or job_in(entry, item[2])
			if job.of then
				job, delivery = returned(job, entry, record)
			elseif record and record ~= entry then
				job = nil
			end
			if job and not fits(job.payload) then
				surplus = k
				break
			end
			if job and delivery then
				take_over(job, delivery)
			elseif job then
				take(job.id, job.payload, job.headers, entry)
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
		redis.call('HSET', entries, unpack(named))
	end
	if #gone > 0 then
		remove(gone)
	end
	return surplus
end

local function deliver()
	local FIRST_LOOK = 10
	local fitting = FIRST_LOOK
	while count < max do
		local look = math.min(max - count, fitting)
		local reply = redis.call('XREADGROUP', 'GROUP', GROUP, consumer, 'COUNT', look, 'STREAMS', stream, '>')
		local found = reply and reply[1][2] or {}
		local surplus = #found > 0 and sort_out(found)
		if surplus then
			put_back(found, surplus)
			return false
		end
		if #found < look then
			return true
		end
		fitting = math.max(1, math.floor((MAX_BYTES - bytes) / largest))
	end
	return false
end
