-- include lib/ready_time
-- include lib/remembered
-- Arguments about jobs with groups.

-- Which of some ids are those of jobs in groups, as true by position.
local function are_grouped(keys, ids)
	local grouped = {}
	if redis.call('EXISTS', keys.groups) == 1 then
		for i, record in ipairs(redis.call('HMGET', keys.groups, unpack(ids))) do
			grouped[i] = record and true or nil
		end
	end
	return grouped
end

-- Reads the arguments of join from a position on. Returns the jobs to add, in the form that join_groups takes, their ids,
-- and the positions of those that are refused: their ids are remembered or, if they are looked for, there.
local function grouped_jobs(keys, given, arguments, at, now, exists_if_looked_for)
	local n, first = #given, at + 4
	local completed, grouped = remembered(keys, given, tonumber(arguments[at + 1]), now), {}
	if exists_if_looked_for then
		grouped = are_grouped(keys, given)
	end
	local jobs, ids, refused = {}, {}, {}
	for i, id in ipairs(given) do
		if completed[i] or grouped[i] or (exists_if_looked_for and exists_if_looked_for(keys, id)) then
			refused[#refused + 1] = i
		else
			ids[#ids + 1] = id
			jobs[#jobs + 1] = {
				id = id,
				payload = arguments[first + i - 1],
				due = ready_time(arguments[first + n + i - 1], now),
				packed = arguments[first + 2 * n + i - 1],
				group = arguments[first + 3 * n + i - 1],
			}
		end
	end
	return jobs, ids, refused
end
