-- include record
-- include entry
-- The payload and the headers of a job that is not delayed; nil if its entry is gone.
local function content(id)
	local entry = locate(id)
	local job = entry and read_entry(entry)
	if job then
		return job.payload, job.headers
	end
end
