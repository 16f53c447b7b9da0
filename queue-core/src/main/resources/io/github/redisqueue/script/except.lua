-- A list without the values at some places; mostly these are none, and it is the list
-- itself.
local function except(places, all)
	if not next(places) then
		return all
	end
	local rest = {}
	for i = 1, #all do
		if not places[i] then
			rest[#rest + 1] = all[i]
		end
	end
	return rest
end
