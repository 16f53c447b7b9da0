-- include lib/arguments
-- The ids of the jobs that a call is about, and the position of the argument behind them. The arguments are n, n ids.
local function ids_of_call(_, _, arguments)
	return id_arguments(arguments)
end
