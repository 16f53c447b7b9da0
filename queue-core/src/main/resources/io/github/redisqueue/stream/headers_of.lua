-- Those of the jobs taken, which their entries brought along.
local function headers_of()
	local headed = {}
	for k, job in ipairs(taken) do
		headed[k] = job.headers
	end
	return headed
end
