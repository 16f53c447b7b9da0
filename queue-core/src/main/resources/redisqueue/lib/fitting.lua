-- How many bytes of payloads and headers one call leases, or reads of schedules, unless a single one is larger.
local MAX_BYTES = 4 * 1024 * 1024

-- How many jobs to read next, after so many with so many bytes: a few first, then as many as would fit if all were as
-- large as the largest so far, but not many more than are known, as the next ones may be larger.
local function fitting(count, bytes, largest)
	local FIRST_LOOK, GROWTH = 10, 4
	local would_fit = math.max(1, math.floor((MAX_BYTES - bytes) / largest))
	return math.min(would_fit, math.max(FIRST_LOOK, GROWTH * count))
end
