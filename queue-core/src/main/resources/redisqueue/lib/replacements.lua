-- include lib/remembered
-- include lib/without
-- Reads the arguments of replace from a position on: for how long ids are remembered, in ms (0: not at all), n
-- payloads, n ready times and n packed headers, as those of add, but all of them are there. Returns the jobs that the
-- queue takes, as ids, payloads, ready_times and headers; and the refused ones, whose ids are remembered: their
-- positions in refused, and { [position] = true } in is_refused.
local function read_replacements(keys, given, arguments, at, now)
	local n, completed = #given, remembered(keys, given, tonumber(arguments[at]), now)
	local refused, is_refused = {}, {}
	for i = 1, n do
		if completed[i] then
			refused[#refused + 1], is_refused[i] = i, true
		end
	end
	local function taken(part)
		return without({ unpack(arguments, at + 1 + part * n, at + (part + 1) * n) }, is_refused)
	end
	return {
		ids = without(given, is_refused),
		payloads = taken(0),
		ready_times = taken(1),
		headers = taken(2),
		refused = refused,
		is_refused = is_refused,
	}
end
