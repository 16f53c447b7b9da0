-- list: reads ids of queue and processing, some at a time, from the newest to the oldest
-- KEYS: those of keys.lua
-- ARGV: 1 for queue or 2 for processing, the position to begin, counted from the tail (0: the newest)
-- Reply: 0; the position to go on from (0: done), the ids
-- Cost: O(1) for each id
local COUNT = 5000
local list, from = KEYS[tonumber(ARGV[1])], tonumber(ARGV[2])
local length = redis.call('LLEN', list)
from = from == 0 and length or math.min(from, length)
if from == 0 then
	return { 0, 0, {} }
end
return { 0, math.max(from - COUNT, 0), redis.call('LRANGE', list, -from, -math.max(from - COUNT + 1, 1)) }
