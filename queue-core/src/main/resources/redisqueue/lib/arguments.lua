-- Reads the arguments that transitions of several jobs begin with.

-- n, n ids. Returns the ids, and the position of the next argument.
local function id_arguments(arguments)
	local n = tonumber(arguments[1])
	return { unpack(arguments, 2, n + 1) }, n + 2
end

-- n, n ids, the worker, n receipts. Returns the ids, the worker, the receipts, and the position of the next argument.
local function fence_arguments(arguments)
	local n = tonumber(arguments[1])
	local ids, receipts = { unpack(arguments, 2, n + 1) }, { unpack(arguments, n + 3, 2 * n + 2) }
	return ids, arguments[n + 2], receipts, 2 * n + 3
end
