local function now_us()
	local time = redis.call('TIME')
	return time[1] * 1000000 + time[2]
end

local function now_ms()
	return math.floor(now_us() / 1000)
end

-- When a delay from now is over: rounded up, since now was rounded down.
local function after(now, delay)
	return delay > 0 and now + delay + 1 or now
end
