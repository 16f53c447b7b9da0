-- include lib/memory
-- Limits, which hold for all instances of a queue. One key records them: jobs, the period in us and the burst of the rate,
-- how many jobs may be leased at the same time, how many of each group may be open, and how far in us those that open
-- are apart; 0 stands for no limit, and NONE for no limits at all.
local NONE = '-'

-- Reads a record. Returns nil if it is none, also if a number is larger than the client would write.
local function parse_limits(text)
	local MOST, LONGEST_US, MOST_LEASED = 1000000, 365 * 24 * 3600 * 1000000, 2 ^ 31 - 1
	local numbers = {}
	for number in string.gmatch(string.match(text or '', '^%d+ %d+ %d+ %d+ %d+ %d+$') or '', '%d+') do
		numbers[#numbers + 1] = tonumber(number)
	end
	local jobs, period_us, burst, max_leased, max_open, spacing_us = unpack(numbers)
	local is_valid = jobs and jobs <= MOST and burst <= MOST and period_us <= LONGEST_US and max_leased <= MOST_LEASED
		and max_open <= MOST and spacing_us <= LONGEST_US and (jobs == 0 or burst > 0 and period_us > 0)
	if is_valid then
		local interval_us = jobs > 0 and period_us / jobs or nil
		return { interval_us = interval_us, burst = burst, max_leased = max_leased, max_open = max_open,
			spacing_us = spacing_us }
	end
end

-- The record, false if there is none. It is read once in a script.
local function recorded_limits(keys)
	if keys.recorded == nil then
		keys.recorded = redis.call('MGET', keys.limits)[1]
	end
	return keys.recorded
end

-- The limits, or nil. If the record is lost, those of the caller (empty: it has none) are recorded again.
local function read_limits(keys, own)
	local text = recorded_limits(keys)
	local limits = parse_limits(text)
	if not limits and text ~= NONE and own ~= '' then
		write(keys, 'SET', keys.limits, own)
		keys.recorded = own
		limits = parse_limits(own)
	end
	return limits
end
