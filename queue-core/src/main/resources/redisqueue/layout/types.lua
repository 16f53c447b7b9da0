-- types: which keys of the queue of a call that failed hold something else than scripts expect: servers do not name them
-- KEYS: the first one of the call, whose end is its name; the others follow from its prefix
-- Reply: 0; for each such key a text that names it, what it holds and what is expected
-- Cost: O(1)
-- include lib/key_types
local types, name_of_first, reply = key_types(), '', { 0 }
for name in pairs(types) do
	if #name > #name_of_first and string.sub(KEYS[1], -#name) == name then
		name_of_first = name
	end
end
local prefix = string.sub(KEYS[1], 1, -#name_of_first - 1)
for name, expected in pairs(types) do
	local key = prefix .. name
	local found = redis.call('TYPE', key).ok
	if found ~= 'none' and found ~= expected then
		reply[#reply + 1] = "key '" .. key .. "' holds a " .. found .. ' instead of a ' .. expected
	end
end
return reply
