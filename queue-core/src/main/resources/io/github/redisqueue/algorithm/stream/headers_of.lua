-- Those of the jobs taken, which their entries brought along; nil if none has any.
local function headers_of()
	return any_headed and headed or nil
end
