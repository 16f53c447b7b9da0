-- include except
-- What a fence leaves: lost has the places of the leases that the caller does not hold
-- (any more), is_lost tells the same by place.

-- Of a list with a value for each lease those of the leases that are held.
local function of_mine(all)
	return except(is_lost, all)
end

-- The places of the leases that are held.
local function my_places()
	local places = {}
	for i = 1, n do
		places[i] = i
	end
	return of_mine(places)
end

local mine_ids = of_mine(ids)
