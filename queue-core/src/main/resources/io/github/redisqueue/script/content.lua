-- The payload and the headers of a job.
local function content(id)
	return redis.call('HGET', jobs, id) or '', redis.call('HGET', headers, id)
end
