-- The declarations of a schedule: different ones are there while instances of two versions run. Each has a digest, and
-- the times in ms at which it was seen for the first and for the last time. One that was not seen for this long is
-- forgotten.
local FORGOTTEN_MS = 5 * 60000

-- Those that are not forgotten. Others may have written the text.
local function parse_declarations(text, now)
	local found = {}
	for digest, first, last in string.gmatch(text or '', '(%x+) (%d+) (%d+);') do
		if tonumber(last) + FORGOTTEN_MS > now then
			found[#found + 1] = { digest = digest, first = tonumber(first), last = tonumber(last) }
		end
	end
	return found
end

local function declarations_text(declarations)
	local parts = {}
	for k, one in ipairs(declarations) do
		parts[k] = string.format('%s %.0f %.0f;', one.digest, one.first, one.last)
	end
	return table.concat(parts)
end

-- When the last of them will be forgotten, in ms.
local function forgotten_at(declarations)
	local latest = 0
	for _, one in ipairs(declarations) do
		latest = math.max(latest, one.last + FORGOTTEN_MS)
	end
	return latest > 0 and latest or math.huge
end
