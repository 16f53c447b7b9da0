-- Times counted from the clock of the server.

-- The time in ms at which a delay is over. It is rounded up, since now was rounded down.
local function after(now, delay)
	return delay > 0 and now + delay + 1 or now
end

-- When the first job is due that is not due yet, in ms; leased ones that are among them come later than all others.
local function first_to_come(keys, now)
	local from = string.format('%.0f', now + 1)
	local first = redis.call('ZRANGE', keys.delayed, from, '+inf', 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')[2]
	return first and tonumber(first) or math.huge
end

-- The ready time in ms that an argument of add gives. Empty: now. '+ms': after a delay. 'ms': at that time.
local function ready_time(text, now)
	if string.sub(text, 1, 1) == '+' then
		return after(now, tonumber(text))
	end
	return tonumber(text) or now
end
