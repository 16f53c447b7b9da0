-- include lib/ready_time
-- Delays the jobs at some positions, and keeps the records of their failures. Delays are by position, in ms. Returns for
-- how many somebody who waits has to be woken: those that are due at once, and one that is due earlier than all others.
local function delay_retried(keys, ids, positions, records, delays, now)
	local scores, counted, waking, is_sooner, first = {}, {}, 0, false, first_to_come(keys, now)
	for k, i in ipairs(positions) do
		local due = after(now, tonumber(delays[i]))
		waking = waking + (due <= now and 1 or 0)
		is_sooner = is_sooner or (due > now and due < first)
		scores[2 * k - 1], scores[2 * k] = due, ids[i]
		counted[2 * k - 1], counted[2 * k] = ids[i], records[i]
	end
	redis.call('HSET', keys.failures, unpack(counted))
	redis.call('ZADD', keys.delayed, unpack(scores))
	return waking + (is_sooner and 1 or 0)
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
