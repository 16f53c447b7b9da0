-- include list/ends
-- include list/jobs
-- The end of jobs that are ready, delayed or leased, whoever holds them. Returns which positions are those of such jobs,
-- as true.
local function end_any(keys, ids)
	local was_there = {}
	for i, id in ipairs(ids) do
		local is_there = exists(keys, id)
		if is_there then
			end_jobs(keys, { id }, { redis.call('HGET', keys.receipts, id) })
			redis.call('ZREM', keys.delayed, id)
		end
		was_there[i] = is_there or nil
	end
	return was_there
end
