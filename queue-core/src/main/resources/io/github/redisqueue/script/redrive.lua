-- redrive: dead jobs become ready, with fresh budgets
-- KEYS: the fixed ones, and those of the jobs
-- ARGV: the jobs, as each algorithm names them
-- Reply: for each job 1 if it is ready again, 0 if it has no dead letter or lives again
-- Cost: O(n d) with d dead letters, plus the sizes of the payloads
-- Abort: a dead letter beside a job that lives again is passed by; for one that does not
--   live yet, see revive
-- include keys
-- include time
-- include ring
-- include parse
-- include ids
-- include exists
-- include begin_anew
-- include revive
-- include open
local PAYLOAD, HEADERS = 6, 7
local redriven, again = {}, {}
for i, id in ipairs(ids) do
	local letter = redis.call('HGET', dead_job, id)
	redriven[i] = 0
	if letter and not exists(id) then
		local values = parse_fields(letter)
		begin_anew({ id })
		if values[HEADERS] then
			redis.call('HSET', headers, id, values[HEADERS])
		end
		revive(id, values[PAYLOAD])
		redriven[i] = 1
		again[#again + 1] = id
	end
end
if #again > 0 then
	redis.call('HDEL', dead_job, unpack(again))
	for _, id in ipairs(again) do
		redis.call('LREM', dead, -1, id)
	end
	ring()
end
return redriven
