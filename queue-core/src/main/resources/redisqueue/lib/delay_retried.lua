-- include lib/ready_time
-- Delays the jobs at some positions, and keeps the records of their failures. Delays are by position, in ms. Returns
-- the earliest ready time among them.
local function delay_retried(keys, ids, positions, records, delays, now)
	local scores, counted, earliest = {}, {}, math.huge
	for k, i in ipairs(positions) do
		local due = after(now, tonumber(delays[i]))
		earliest = math.min(earliest, due)
		scores[2 * k - 1], scores[2 * k] = due, ids[i]
		counted[2 * k - 1], counted[2 * k] = ids[i], records[i]
	end
	redis.call('HSET', keys.failures, unpack(counted))
	redis.call('ZADD', keys.delayed, unpack(scores))
	return earliest
end

-- The arguments that follow those of the fence in retry: for each lease its delay in ms and its cause. Returns both, by
-- position.
local function failure_arguments(arguments, from, count)
	local delays, causes = {}, {}
	for i = 1, count do
		delays[i], causes[i] = arguments[from + 2 * i - 2], arguments[from + 2 * i - 1]
	end
	return delays, causes
end
