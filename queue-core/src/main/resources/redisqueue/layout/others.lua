-- others: which of some queues are not recorded with the layout that is expected
-- KEYS: for each queue in a row: shards, type
-- ARGV: for each queue in a row: the shards, their type
-- Reply: 0; the positions of the queues of which another layout is recorded, or not all of it, counted from 0
-- Cost: O(q) with q queues
-- Abort: nothing has changed
local recorded, reply = redis.call('MGET', unpack(KEYS)), { 0 }
for k = 1, #KEYS, 2 do
	if recorded[k] ~= ARGV[k] or recorded[k + 1] ~= ARGV[k + 1] then
		reply[#reply + 1] = tostring((k - 1) / 2)
	end
end
return reply
