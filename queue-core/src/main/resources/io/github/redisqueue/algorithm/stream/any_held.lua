-- Whether anybody holds a job, or had one taken from it.
local function any_held()
	return #pending('-', '+', 1) > 0
end
