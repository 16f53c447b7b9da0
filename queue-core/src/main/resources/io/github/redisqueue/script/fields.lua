-- A list of values in one: see Fields.java. An absent value is false.
local function pack_fields(values)
	local parts = {}
	for i, value in ipairs(values) do
		parts[i] = value and (#value .. ':' .. value) or '-'
	end
	return table.concat(parts)
end
