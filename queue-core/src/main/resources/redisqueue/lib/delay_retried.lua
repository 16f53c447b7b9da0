-- include lib/delay_jobs
-- Delays the jobs at some positions, and keeps the records of their failures. Returns what delay_jobs does.
local function delay_retried(keys, ids, positions, records, delays, now)
	local counted = {}
	for k, i in ipairs(positions) do
		counted[2 * k - 1], counted[2 * k] = ids[i], records[i]
	end
	redis.call('HSET', keys.failures, unpack(counted))
	return delay_jobs(keys, ids, positions, delays, now)
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
