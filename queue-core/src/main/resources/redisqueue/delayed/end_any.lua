-- include delayed/ends
-- include delayed/jobs
-- The end of jobs that are ready, delayed or leased, whoever holds them. Returns which positions are those of such jobs,
-- as true.
local function end_any(keys, ids)
	local was_there = {}
	for i, id in ipairs(ids) do
		was_there[i] = (exists(keys, id) and redis.call('HEXISTS', keys.jobs, id) == 1) or nil
	end
	end_jobs(keys, ids)
	return was_there
end
