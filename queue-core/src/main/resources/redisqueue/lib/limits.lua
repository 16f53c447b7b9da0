-- include lib/memory
-- Limits on leasing, which hold for all instances of a queue. One key records them: jobs, the period in us, the burst,
-- and how many jobs may be leased at the same time; 0 stands for no limit, and NONE for no limits at all.
local NONE = '-'

-- Reads a record. Returns nil if it is none, also if a number is larger than the client would write.
local function parse_limits(text)
	local MOST, LONGEST_US, MOST_LEASED = 1000000, 365 * 24 * 3600 * 1000000, 2 ^ 31 - 1
	local jobs, period_us, burst, max_leased = string.match(text or '', '^(%d+) (%d+) (%d+) (%d+)$')
	jobs, period_us, burst, max_leased = tonumber(jobs), tonumber(period_us), tonumber(burst), tonumber(max_leased)
	local is_valid = jobs and jobs <= MOST and burst <= MOST and period_us <= LONGEST_US and max_leased <= MOST_LEASED
		and (jobs == 0 or burst > 0 and period_us > 0)
	if is_valid then
		return { interval_us = jobs > 0 and period_us / jobs or nil, burst = burst, max_leased = max_leased }
	end
end

-- The limits, or nil. If the record is lost, those of the caller (empty: it has none) are recorded again.
local function read_limits(keys, own)
	local text = redis.call('MGET', keys.limits)[1]
	local limits = parse_limits(text)
	if not limits and text ~= NONE and own ~= '' then
		write(keys, 'SET', keys.limits, own)
		limits = parse_limits(own)
	end
	return limits
end
