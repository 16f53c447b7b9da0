-- The ready time of jobs that are ready at once: they keep the order in which they come,
-- also within a millisecond. Needs time.
local STEP = 2 ^ -12
local begin, arrived

local function arrival()
	begin, arrived = begin or now_us() / 1000, (arrived or 0) + 1
	return begin + arrived * STEP
end
