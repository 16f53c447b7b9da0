-- The values at some positions, which are in ascending order. Mostly these are all positions; then it is the list
-- itself.
local function pick(list, positions)
	if #positions == #list then
		return list
	end
	local picked = {}
	for k, position in ipairs(positions) do
		picked[k] = list[position]
	end
	return picked
end
