-- include stream/entries
-- A delayed job has its content in jobs and headers: that of the entries at some positions is copied there. The payload
-- comes last: without it, the entry is the job.
local function store_content(keys, ids, positions, entries)
	for _, i in ipairs(positions) do
		local job = read_entry(keys, entries[i])
		if job then
			if job.headers then
				redis.call('HSET', keys.headers, ids[i], job.headers)
			end
			redis.call('HSET', keys.jobs, ids[i], job.payload)
		end
	end
end
