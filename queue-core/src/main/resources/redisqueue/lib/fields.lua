-- A list of values in one value; Fields.java describes the form. An absent value is false.

local function pack_fields(values)
	local parts = {}
	for i, value in ipairs(values) do
		parts[i] = value and (#value .. ':' .. value) or '-'
	end
	return table.concat(parts)
end

local function parse_fields(text)
	local values, at = {}, 1
	while at <= #text do
		if string.sub(text, at, at) == '-' then
			values[#values + 1] = false
			at = at + 1
		else
			local colon = string.find(text, ':', at, true)
			local length = tonumber(string.sub(text, at, colon - 1))
			values[#values + 1] = string.sub(text, colon + 1, colon + length)
			at = colon + length + 1
		end
	end
	return values
end
