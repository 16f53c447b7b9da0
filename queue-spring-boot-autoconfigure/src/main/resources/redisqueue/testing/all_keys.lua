-- Whether a key begins with one of some prefixes.
local function begins_with_any(key, prefixes)
	for _, prefix in ipairs(prefixes) do
		if string.sub(key, 1, #prefix) == prefix then
			return true
		end
	end
	return false
end

-- All keys that match a pattern and begin with none of the prefixes, which are those of other queues.
local function all_keys(pattern, others)
	local found, seen, cursor = {}, {}, '0'
	repeat
		local page = redis.call('SCAN', cursor, 'MATCH', pattern, 'COUNT', 1000)
		cursor = page[1]
		for _, key in ipairs(page[2]) do
			if not seen[key] and not begins_with_any(key, others) then
				seen[key] = true
				found[#found + 1] = key
			end
		end
	until cursor == '0'
	return found
end
