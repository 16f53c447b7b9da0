-- A list of values in one value; Fields.java describes the form. An absent value is false.

local function pack_fields(values)
	local parts = {}
	for i, value in ipairs(values) do
		parts[i] = value and (#value .. ':' .. value) or '-'
	end
	return table.concat(parts)
end

-- Returns the values, or the first so many of them; nil if the text is not such a list: others may have written it.
local function parse_fields(text, limit)
	local values, at = {}, 1
	while at <= #text and #values ~= limit do
		if string.sub(text, at, at) == '-' then
			values[#values + 1] = false
			at = at + 1
		else
			local from, colon, digits = string.find(text, '^(%d+):', at)
			local length = digits and tonumber(digits)
			if not from or length > #text - colon then
				return nil
			end
			values[#values + 1] = string.sub(text, colon + 1, colon + length)
			at = colon + length + 1
		end
	end
	return values
end
