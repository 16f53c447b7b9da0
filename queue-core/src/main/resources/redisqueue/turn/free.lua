-- free: the turn to clean is given up, unless somebody else has it
-- KEYS: the turn
-- ARGV: who has it
-- Reply: 0
-- Cost: O(1)
-- Abort: the turn ends by itself
if redis.call('GET', KEYS[1]) == ARGV[1] then
	redis.call('DEL', KEYS[1])
end
return { 0 }
