-- Whether anybody holds a job; true may also mean that somebody did.
local function any_held()
	return #pending('-', '+', 1) > 0
end
