-- include lib/fields
-- The entries of the stream.

-- The job in an entry, or, if it has `of`, the place of the job in that other entry. What another program added without
-- an id goes by that of its entry. One that needs_record counts only with a record, see add_entry.
local function job_in(entry, fields)
	local job, flat = { id = entry, payload = '', headers = false }, nil
	for k = 1, #fields, 2 do
		local name, value = fields[k], fields[k + 1]
		if name == 'id' then
			job.id = value
		elseif name == 'data' then
			job.payload = value
		elseif name == 'place-of' then
			job.of = value
		elseif name == 'needs-record' then
			job.needs_record = true
		elseif name == 'headers' then
			job.headers = value
		elseif string.sub(name, 1, 2) == 'h:' then
			flat = flat or {}
			flat[#flat + 1], flat[#flat + 2] = string.sub(name, 3), value
		end
	end
	if flat then
		job.headers = pack_fields(flat)
	end
	return job
end

-- The job in an entry, or nil if there is no such entry.
local function read_entry(keys, entry)
	local found = redis.call('XRANGE', keys.stream, entry, entry)[1]
	return found and job_in(entry, found[2])
end

-- Whether there is an entry. Who may add jobs but not read them has to take it from the record that there is one.
local function has_entry(keys, entry)
	if redis.acl_check_cmd and not redis.acl_check_cmd('XRANGE', keys.stream, entry, entry) then
		return true
	end
	return #redis.call('XRANGE', keys.stream, entry, entry) > 0
end
