-- The limit of rate: the generic cell rate algorithm of ITU-T I.371. p:rate is the time in us up to which the rate has
-- been used.

-- How many jobs, with a fraction, of the burst are used. It is never more than all, but the second value tells whether
-- p:rate says so: after the rate was raised, or a clock was set back.
local function used_of_burst(keys, limits, now)
	local used_up_to = tonumber(redis.call('MGET', keys.rate)[1] or '') or 0
	local used = math.max(0, (used_up_to - now) / limits.interval_us)
	return math.min(used, limits.burst), used > limits.burst + 1
end

-- How many more jobs of the burst may be leased. Times in us leave a double few digits for fractions.
local function left_of_burst(limits, used)
	local ROUNDING = 1e-6
	return math.floor(limits.burst - used + ROUNDING)
end
