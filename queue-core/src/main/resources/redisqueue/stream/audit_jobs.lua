-- include lib/add_entry
-- include lib/audit
-- include lib/audit_groups
-- include lib/ended
-- include stream/assign_to
-- include stream/delivered
-- include stream/ends
-- include stream/entries
-- include stream/group
-- include stream/jobs
-- include stream/keys
-- include stream/records
-- include stream/stranded
-- The jobs of a stream queue: the records of their entries, the entries and their deliveries, and delayed jobs.

-- A record names an entry of the stream, whose turn comes. Of a job that is delayed as well, the entry counts for nothing.
local function audit_record(audit, keys, id, last)
	local entry, place = locate(keys, id)
	local job = entry and read_entry(keys, entry)
	audit.bytes = audit.bytes + (job and #job.payload or 0)
	if not job then
		clean_or_report(audit, 'RECORD_WITHOUT_ENTRY', id, 'in ids', function()
			remove_from_stream(keys, { id }, { entry, place })
			if not redis.call('ZSCORE', keys.delayed, id) then
				ended(keys, { id })
			end
		end)
	elseif not audit.cleans and is_superseded(keys, id) then
		report(audit, 'TWO_PLACES', id, 'in the stream, and delayed', function()
			remove_from_stream(keys, { id }, { entry, place })
		end)
	elseif is_job_stranded(keys, entry, place, last) then
		clean_or_report(audit, 'ENTRY_STRANDED', id, 'entry ' .. entry .. ' is delivered to nobody', function()
			assign_to(keys, RELEASED, { 1 }, { id }, { entry }, { place })
			return 1
		end)
	end
end

-- Whether a job is delayed, waits in a group, or is dead.
local function is_elsewhere(keys, id)
	return redis.call('ZSCORE', keys.delayed, id) or redis.call('HEXISTS', keys.waiting, id) == 1
		or redis.call('HEXISTS', keys.dead_job, id) == 1
end

-- An entry that is delivered to nobody, nor will be: another program has settled it without deleting it, or half of a
-- script has added it (docs/reliability.md says when Redis runs one). It is the job, or a leftover of one that is elsewhere.
local function audit_stranded(audit, keys, entry, job, known)
	report(audit, 'ENTRY_STRANDED', job.id, 'entry ' .. entry .. ' is delivered to nobody', function()
		if job.of or known or is_elsewhere(keys, job.id) then
			remove_entries(keys, { entry })
			return nil
		end
		redis.call('HSET', keys.entries, job.id, entry)
		assign_to(keys, RELEASED, { 1 }, { job.id }, { entry }, {})
		return 1
	end)
end

-- Other programs may add entries, which have no records before they are delivered. One that was delivered to a worker
-- needs one, or nobody could settle it; so does one that is marked, or leasing drops it: that is right only if the job is
-- still where it was before.
local function audit_entry(audit, keys, entry, fields, delivery, last)
	local job, has_data = job_in(entry, fields), false
	local known, place = locate(keys, job.id)
	for k = 1, #fields, 2 do
		has_data = has_data or fields[k] == 'data'
		audit.bytes = audit.bytes + #fields[k] + #fields[k + 1]
	end
	audit.looked = audit.looked + 1
	if not delivery and entry ~= known and entry ~= place and is_behind(entry, last) then
		audit_stranded(audit, keys, entry, job, known)
	elseif job.of then
		return
	elseif (delivery or job.needs_record) and not known then
		if not is_elsewhere(keys, job.id) then
			report(audit, 'ENTRY_WITHOUT_RECORD', job.id, 'entry ' .. entry, function()
				redis.call('HSET', keys.entries, job.id, entry)
				return not delivery and 1 or nil
			end)
		elseif delivery then
			report(audit, 'ENTRY_WITHOUT_RECORD', job.id, 'entry ' .. entry, 'CLEANING')
		end
	elseif not has_data then
		report(audit, 'ENTRY_WITHOUT_DATA', job.id, 'entry ' .. entry, 'NONE')
	end
end

local function walk_entries(audit, keys, cursor)
	local from = cursor == '' and '-' or '(' .. cursor
	local found = redis.call('XRANGE', keys.stream, from, '+', 'COUNT', audit.count)
	if #found == 0 then
		return nil
	end
	local delivered, last = {}, last_delivered(keys)
	for _, delivery in ipairs(pending(keys, found[1][1], found[#found][1], #found)) do
		delivered[delivery[1]] = delivery
	end
	for _, item in ipairs(found) do
		audit_entry(audit, keys, item[1], item[2], delivered[item[1]], last)
	end
	return found[#found][1]
end

local function walk_pending(audit, keys, cursor)
	local found = pending(keys, cursor == '' and '-' or '(' .. cursor, '+', audit.count)
	for _, delivery in ipairs(found) do
		local job = read_entry(keys, delivery[1])
		audit.looked, audit.bytes = audit.looked + 1, audit.bytes + (job and #job.payload or 0)
		if not job then
			report(audit, 'PENDING_WITHOUT_ENTRY', delivery[1], 'delivered to ' .. delivery[2], function()
				redis.call('XACK', keys.stream, GROUP, delivery[1])
			end)
		end
	end
	return #found > 0 and found[#found][1] or nil
end

-- The payload of a delayed job: if it is not delayed, it becomes ready, unless its entry or its place in a line is there.
local function audit_payload(audit, keys, id, payload)
	if redis.call('ZSCORE', keys.delayed, id) or audit_leftover(audit, keys, id) then
		return
	end
	local entry = locate(keys, id)
	if entry and has_entry(keys, entry) then
		report(audit, 'RECORD_WITHOUT_JOB', id, 'in jobs, but not delayed', function()
			redis.call('HDEL', keys.jobs, id)
		end)
		return
	end
	clean_or_report(audit, 'PAYLOAD_WITHOUT_PLACE', id, 'in jobs', function()
		redis.call('HDEL', keys.jobs, id)
	end, function()
		redis.call('HSET', keys.entries, id, add_entry(keys, id, payload, redis.call('HGET', keys.headers, id)))
		redis.call('HDEL', keys.jobs, id)
		redis.call('HDEL', keys.headers, id)
		return 1
	end)
end

local function audit_due(audit, keys, id, score, now)
	if redis.call('HEXISTS', keys.jobs, id) == 0 then
		report(audit, 'ID_WITHOUT_PAYLOAD', id, 'in delayed', function()
			redis.call('ZREM', keys.delayed, id)
			if not exists(keys, id) then
				ended(keys, { id })
			end
		end)
	else
		report_late(audit, keys, 'delayed', id, score, id, now)
	end
end

-- A job, for its history: one that stays for too long does no harm, so no entry is read for it.
local function is_known(keys, id)
	return redis.call('HEXISTS', keys.entries, id) == 1 or redis.call('ZSCORE', keys.delayed, id)
end

-- Each delayed job has a payload, so if there are as many payloads a cleaning has none to drop, and does not read them.
local function add_job_sections(audit, keys, now)
	add_section(audit, { 'RECORD_WITHOUT_ENTRY', 'TWO_PLACES', 'ENTRY_STRANDED' }, function(cursor)
		local last = last_delivered(keys)
		return scan_pairs(audit, 'HSCAN', keys.entries, cursor, function(id)
			audit_record(audit, keys, id, last)
		end)
	end, true)
	add_section(audit, { 'ENTRY_WITHOUT_RECORD', 'ENTRY_WITHOUT_DATA', 'ENTRY_STRANDED' }, function(cursor)
		return walk_entries(audit, keys, cursor)
	end)
	add_section(audit, { 'PENDING_WITHOUT_ENTRY' }, function(cursor)
		return walk_pending(audit, keys, cursor)
	end)
	add_section(audit, { 'PAYLOAD_WITHOUT_PLACE', 'RECORD_WITHOUT_JOB' }, function(cursor)
		if audit.cleans and redis.call('HLEN', keys.jobs) == redis.call('ZCARD', keys.delayed) then
			return nil
		end
		return scan_pairs(audit, 'HSCAN', keys.jobs, cursor, function(id, payload)
			audit_payload(audit, keys, id, payload)
		end)
	end, true)
	add_section(audit, { 'ID_WITHOUT_PAYLOAD', 'DELAYED_TOO_LONG' }, function(cursor)
		return scan_pairs(audit, 'ZSCAN', keys.delayed, cursor, function(id, score)
			audit_due(audit, keys, id, score, now)
		end)
	end)
end
