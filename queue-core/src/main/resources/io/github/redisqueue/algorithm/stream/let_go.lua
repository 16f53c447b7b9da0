-- include content
-- include forget
-- include at_hand
-- The end of leases whose jobs have a ready time already: their content goes from the
-- entry to where delayed jobs have it. Abort: a ready time without a payload is dropped when
-- it has come.
local function let_go(back)
	for _, id in ipairs(back) do
		local entry = locate(id)
		local job = read_entry(entry)
		if job then
			redis.call('HSET', jobs, id, job.payload)
			if job.headers then
				redis.call('HSET', headers, id, job.headers)
			end
		end
	end
	vanish(back)
end
