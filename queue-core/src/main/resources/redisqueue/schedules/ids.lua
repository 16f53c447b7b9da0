-- ids: some of the schedules
-- KEYS: those of keys.lua
-- ARGV: the cursor, 0 in the beginning
-- Reply: 0; the next cursor, 0 in the end; ids, possibly some of them twice, or of schedules that are gone
-- Cost: O(1) for each, about 100
-- include schedules/keys
local page = redis.call('HSCAN', name_keys(KEYS).plans, ARGV[1], 'COUNT', 100)
local ids = {}
for k = 1, #page[2], 2 do
	ids[#ids + 1] = page[2][k]
end
return { 0, page[1], ids }
