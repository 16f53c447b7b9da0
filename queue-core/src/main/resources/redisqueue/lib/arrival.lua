-- include lib/time
-- Ready times in ms of jobs that are ready at once, where a sorted set keeps their order.

-- They are so much of a millisecond apart.
local STEP = 2 ^ -12

-- That of the job with this number, from 1 on, in a script that began at a time in us.
local function arrival(begin_us, number)
	return begin_us / 1000 + number * STEP
end

-- That of the next job, however many steps of the script let jobs arrive: the time stands still while it runs, so they are
-- counted. What a script writes takes longer than it counts, so the next script begins behind it.
local function next_arrival(keys)
	keys.begin_us, keys.arrived = keys.begin_us or now_us(), (keys.arrived or 0) + 1
	return arrival(keys.begin_us, keys.arrived)
end
