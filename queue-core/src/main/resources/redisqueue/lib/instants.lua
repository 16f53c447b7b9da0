-- The text of a time in ms, as Instant.toString() of Java writes it.
local function instant_text(ms)
	local seconds = math.floor(ms / 1000)
	local days = math.floor(seconds / 86400)
	local second = seconds - days * 86400
	-- Years that begin in March, in eras of 400 years, so that the leap day is the last.
	local day = days + 719468
	local era = math.floor(day / 146097)
	local day_of_era = day - era * 146097
	local year = math.floor((day_of_era - math.floor(day_of_era / 1460) + math.floor(day_of_era / 36524)
		- math.floor(day_of_era / 146096)) / 365)
	local day_of_year = day_of_era - (365 * year + math.floor(year / 4) - math.floor(year / 100))
	local month = math.floor((5 * day_of_year + 2) / 153)
	local day_of_month = day_of_year - math.floor((153 * month + 2) / 5) + 1
	month = month < 10 and month + 3 or month - 9
	year = year + era * 400 + (month <= 2 and 1 or 0)
	local fraction = ms - seconds * 1000
	return string.format('%04d-%02d-%02dT%02d:%02d:%02d%sZ', year, month, day_of_month, math.floor(second / 3600),
		math.floor(second / 60) % 60, second % 60, fraction > 0 and string.format('.%03d', fraction) or '')
end
