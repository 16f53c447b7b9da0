-- include lib/limits
-- include lib/rate
-- include lib/time
-- For counts: 1 if the rate holds up jobs, else 0; and the same for the number of those that are leased.
local function limits_reached(keys, leased)
	local limits = read_limits(keys, '')
	if not limits then
		return 0, 0
	end
	local is_rate = limits.interval_us and left_of_burst(limits, (used_of_burst(keys, limits, now_us()))) < 1
	local is_leased = limits.max_leased > 0 and leased >= limits.max_leased
	return is_rate and 1 or 0, is_leased and 1 or 0
end
