-- Times counted from the clock of the server.

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
