-- heal: jobs that stand in no list, as a foreign client leaves them if it dies between
--   the two commands of an addition, become ready
-- KEYS: the fixed ones, n item keys, n lease keys
-- Reply: how many became ready
-- Cost: O(n (q + p)) with q jobs ready and p leased
-- Abort: some are ready
-- include keys
-- include ring
-- include open
local n = (#KEYS - FIXED) / 2
local healed = 0
for i = 1, n do
	local item = KEYS[FIXED + i]
	local id = string.sub(item, #item_base + 1)
	if redis.call('EXISTS', item) == 1 and redis.call('EXISTS', KEYS[FIXED + n + i]) == 0
		and not redis.call('ZSCORE', delayed, id) and not redis.call('LPOS', queue, id)
		and not redis.call('LPOS', processing, id) then
		redis.call('LPUSH', queue, id)
		healed = healed + 1
	end
end
if healed > 0 then
	ring()
end
return { healed }
