-- groups: the layout of a queue is recorded as one with groups, so that versions without groups do not use the queue: they
--   would end jobs and leave the next ones waiting
-- KEYS: type
-- ARGV: the type without groups, the type with groups
-- Reply: 0
-- Cost: O(1)
-- Abort: nothing has changed; the next call records it
if redis.call('MGET', KEYS[1])[1] == ARGV[1] then
	redis.call('SET', KEYS[1], ARGV[2])
end
return { 0 }
