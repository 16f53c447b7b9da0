-- The values at all positions but some, given as { [position] = true }. Mostly there are none of these; then it is the
-- list itself.
local function without(list, is_left_out)
	if not next(is_left_out) then
		return list
	end
	local rest = {}
	for position = 1, #list do
		if not is_left_out[position] then
			rest[#rest + 1] = list[position]
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
