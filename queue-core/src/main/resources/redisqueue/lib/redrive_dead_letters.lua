-- include lib/fields
-- Puts dead letters back, with failures and crashes set to zero. The algorithm's steps:
--   exists(id)                            whether such a job lives
--   make_ready(id, payload, headers)      headers packed, or false
-- Returns for each id 1 if its job is ready again, 0 if it has no dead letter or is in the queue again;
-- and how many are ready.
-- Abort: a dead letter beside a job that is in the queue again is skipped by the next redrive.
local function redrive_dead_letters(keys, ids, steps)
	local PAYLOAD, HEADERS = 6, 7
	local redriven, again = {}, {}
	for i, id in ipairs(ids) do
		local letter = redis.call('HGET', keys.dead_job, id)
		redriven[i] = 0
		if letter and not steps.exists(id) then
			local values = parse_fields(letter)
			if values and values[PAYLOAD] then
				steps.make_ready(id, values[PAYLOAD], values[HEADERS])
				redriven[i] = 1
				again[#again + 1] = id
			end
		end
	end
	if #again > 0 then
		redis.call('HDEL', keys.dead_job, unpack(again))
		redis.call('ZREM', keys.dead_unreadable, unpack(again))
		for _, id in ipairs(again) do
			redis.call('LREM', keys.dead, -1, id)
		end
	end
	return redriven, #again
end
