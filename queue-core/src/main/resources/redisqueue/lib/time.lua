-- The clock of the server.

local function now_us()
	local time = redis.call('TIME')
	return time[1] * 1000000 + time[2]
end

local function now_ms()
	return math.floor(now_us() / 1000)
end
