-- types: what some keys hold, to name the one that holds something else than the scripts expect
-- KEYS: any
-- Reply: 0; for each key its type, or none
-- Cost: O(k) with k keys
local reply = { 0 }
for i, key in ipairs(KEYS) do
	reply[i + 1] = redis.call('TYPE', key).ok
end
return reply
