-- The values at all places but some, given as { [place] = true }. Mostly there are none of these; then it is the list
-- itself.
local function without(list, is_left_out)
	if not next(is_left_out) then
		return list
	end
	local rest = {}
	for place = 1, #list do
		if not is_left_out[place] then
			rest[#rest + 1] = list[place]
		end
	end
	return rest
end

-- Two lists as one: a1, b1, a2, b2 and so on, as variadic commands take them.
local function interleave(firsts, seconds)
	local both = {}
	for k = 1, #firsts do
		both[2 * k - 1], both[2 * k] = firsts[k], seconds[k]
	end
	return both
end
