-- The time in ms that a job names: empty: now, +ms: after a delay, ms: at that time.
-- Needs time.
local function ready_time(text, now)
	if string.sub(text, 1, 1) == '+' then
		return after(now, tonumber(text))
	end
	return tonumber(text) or now
end
