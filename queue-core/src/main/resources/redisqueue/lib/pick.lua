-- The values at some places, which are in ascending order. Mostly these are all places; then it is the list itself.
local function pick(list, places)
	if #places == #list then
		return list
	end
	local picked = {}
	for k, place in ipairs(places) do
		picked[k] = list[place]
	end
	return picked
end
