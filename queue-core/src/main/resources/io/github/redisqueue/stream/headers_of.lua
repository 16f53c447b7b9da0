-- Those of the jobs taken, which their entries brought along; nil if none has any.
local function headers_of()
	local headed, any = {}, false
	for k, job in ipairs(taken) do
		headed[k] = job.headers
		any = any or job.headers
	end
	return any and headed or nil
end
