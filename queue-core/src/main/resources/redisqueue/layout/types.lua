-- types: which of the keys of a call that failed hold something else than scripts expect: servers do not name them
-- KEYS: some of one queue; the end of the first one is its name, so what stands before it is the prefix
-- Reply: 0; for each such key a text that names it, what it holds and what is expected
-- Cost: O(k) with k keys
-- include lib/key_types
local types, name_of_first = key_types(), ''
for name in pairs(types) do
	if #name > #name_of_first and string.sub(KEYS[1], -#name) == name then
		name_of_first = name
	end
end
local prefix = string.sub(KEYS[1], 1, -#name_of_first - 1)
local reply = { 0 }
for _, key in ipairs(KEYS) do
	local is_own = string.sub(key, 1, #prefix) == prefix
	local expected, found = is_own and types[string.sub(key, #prefix + 1)], redis.call('TYPE', key).ok
	if expected and found ~= 'none' and found ~= expected then
		reply[#reply + 1] = "key '" .. key .. "' holds a " .. found .. ' instead of a ' .. expected
	end
end
return reply
