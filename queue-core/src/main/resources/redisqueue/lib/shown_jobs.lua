-- include lib/fields
-- include lib/group_members
-- Jobs as somebody sees them who looks at a queue. Each is a table: id; size, that of its payload; read(job, with_content),
-- which fills in what else is to be read of it, and with_content its payload and headers; bytes, how many bytes that reads
-- in any case. It may have ready_at and lease_end in ms, worker, and, if they are not kept by id, group, failures and
-- crashes.

-- A job whose payload is in a hash, and whose headers are kept by id; nil if there is none.
local function job_in_hash(keys, hash, id)
	local size = redis.call('HSTRLEN', hash, id)
	if size == 0 and redis.call('HEXISTS', hash, id) == 0 then
		return nil
	end
	return { id = id, size = size, read = function(job, with_content)
		if with_content then
			job.payload, job.headers = redis.call('HGET', hash, id), redis.call('HGET', keys.headers, id)
		end
	end }
end

-- A dead letter. The record is read to tell anything of it. One that cannot be read, as others wrote it, is the payload.
local function dead_job(keys, id)
	local WORKER, FAILURES, CRASHES, PAYLOAD, HEADERS, GROUP = 2, 4, 5, 6, 7, 8
	return { id = id, bytes = redis.call('HSTRLEN', keys.dead_job, id), read = function(job, with_content)
		local record = redis.call('HGET', keys.dead_job, id) or ''
		local values = parse_fields(record) or {}
		local payload = values[PAYLOAD] or record
		job.size, job.worker, job.group = #payload, values[WORKER], values[GROUP]
		job.failures, job.crashes = values[FAILURES], values[CRASHES]
		if with_content then
			job.payload, job.headers = payload, values[HEADERS]
		end
	end }
end

-- A time in ms as a reply has it; false for none, and for what others wrote.
local function time_text(ms)
	return ms and ms >= 0 and ms < 2 ^ 53 and string.format('%.0f', math.floor(ms)) or false
end

-- A record of failures without the events behind its numbers; false for none.
local function numbers_of(record)
	return record and string.match(record, '^%d*:?%d*:?%d*') or false
end

-- The id of the first open job of a group; false if none is open, or for no group.
local function first_open(keys, group)
	local place = group and place_of(group, '')
	local member = place and redis.call('ZRANGE', keys.open, '[' .. place, '(' .. group .. '\0p', 'BYLEX', 'LIMIT', 0, 1)[1]
	return member and string.sub(member, #place + 1) or false
end

-- Adds to a reply what JobReply.java reads of each job, all of which are in one state: state, id, size, payload, headers,
-- group, records of failures and crashes, ready time, worker, end of lease, behind which job it waits.
local function show_jobs(keys, reply, state, jobs)
	local ids, failures, crashes, groups = {}, {}, {}, {}
	for k, job in ipairs(jobs) do
		ids[k] = job.id
	end
	if #ids > 0 and state ~= 'DEAD' then
		failures = redis.call('HMGET', keys.failures, unpack(ids))
		crashes = redis.call('HMGET', keys.crashes, unpack(ids))
		groups = redis.call('HMGET', keys.groups, unpack(ids))
	end
	for k, job in ipairs(jobs) do
		local group = job.group or group_of(groups[k]) or false
		reply[#reply + 1] = { state, job.id, job.size, job.payload or false, job.headers or false, group,
			numbers_of(job.failures or failures[k]), job.crashes or crashes[k] or false, time_text(job.ready_at),
			job.worker or false, time_text(job.lease_end), state == 'WAITING' and first_open(keys, group) }
	end
	return reply
end
