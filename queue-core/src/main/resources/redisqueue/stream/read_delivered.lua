-- include stream/ends
-- include stream/entries
-- include stream/group
-- include stream/jobs
-- include stream/keys
-- include stream/records
-- The job that waits in a place, and its last delivery; nil if it was settled, extended or placed anew meanwhile.
local function job_of_place(keys, job, place, record)
	local entry, current_place = parse_record(record)
	local delivery = entry == job.of and place == current_place and delivery_of(keys, entry)
	if not delivery or delivery[2] ~= RECLAIMED then
		return nil
	end
	if is_superseded(keys, job.id) then
		remove_job_from_stream(keys, job.id)
		return nil
	end
	return read_entry(keys, entry), delivery
end

-- The jobs in delivered entries, by number, but for plain ones, which were added by us and have no headers; and the ids
-- of all. A plain one may need a record: who finds that it is the one recorded need not ask.
local function read_delivered(found)
	local jobs, ids = {}, {}
	for k, item in ipairs(found) do
		local fields = item[2]
		local is_plain = #fields == 4 or #fields == 6 and fields[5] == 'needs-record'
		if is_plain and fields[1] == 'id' and fields[3] == 'data' then
			ids[k] = fields[2]
		else
			jobs[k] = job_in(item[1], fields)
			ids[k] = jobs[k].id
		end
	end
	return jobs, ids
end
