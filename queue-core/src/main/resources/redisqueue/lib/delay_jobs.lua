-- include lib/ready_time
-- Delays the jobs at some positions. Delays are by position, in ms. Returns for how many somebody who waits has to be
-- woken: those that are due at once, and one that is due earlier than all others.
local function delay_jobs(keys, ids, positions, delays, now)
	local scores, waking, is_sooner, first = {}, 0, false, first_to_come(keys, now)
	for k, i in ipairs(positions) do
		local due = after(now, tonumber(delays[i]))
		waking = waking + (due <= now and 1 or 0)
		is_sooner = is_sooner or (due > now and due < first)
		scores[2 * k - 1], scores[2 * k] = due, ids[i]
	end
	redis.call('ZADD', keys.delayed, unpack(scores))
	return waking + (is_sooner and 1 or 0)
end
