-- include record
-- include entry
-- The payload and the headers of a job that is not delayed.
local function content(id)
	local entry = locate(id)
	local job = entry and read_entry(entry) or {}
	return job.payload or '', job.headers
end
