-- The clock of the server, and times counted from it.

local function now_us()
	local time = redis.call('TIME')
	return time[1] * 1000000 + time[2]
end

local function now_ms()
	return math.floor(now_us() / 1000)
end

-- The time in ms at which a delay is over. It is rounded up, since now was rounded down.
local function after(now, delay)
	return delay > 0 and now + delay + 1 or now
end

-- The ready time in ms that an argument of add gives. Empty: now. '+ms': after a delay. 'ms': at that time.
local function ready_time(text, now)
	if string.sub(text, 1, 1) == '+' then
		return after(now, tonumber(text))
	end
	return tonumber(text) or now
end
