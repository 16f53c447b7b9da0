-- The entries of jobs, and their places behind them; mostly none has one.
local function with_places(held, entries, places)
	local all = {}
	for k, i in ipairs(held) do
		all[k] = entries[i]
	end
	if next(places) then
		for _, i in ipairs(held) do
			all[#all + 1] = places[i]
		end
	end
	return all
end
