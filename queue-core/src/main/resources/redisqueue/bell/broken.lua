-- broken: which bells are no lists, as Redis does not name the key for which it refuses to wait
-- KEYS: any bells
-- Reply: 0; those that hold a value of another type, none if this may not be looked at
-- Cost: O(k) with k keys
-- Abort: nothing has changed
local reply = { 0 }
for _, key in ipairs(KEYS) do
	local found = redis.pcall('TYPE', key).ok
	if found and found ~= 'list' and found ~= 'none' then
		reply[#reply + 1] = key
	end
end
return reply
