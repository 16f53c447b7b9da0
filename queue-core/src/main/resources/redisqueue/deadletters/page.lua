-- page: reads dead letters, the newest first
-- KEYS: dead, dead:job
-- ARGV: how many to skip, how many to read
-- Reply: 0; for each its id and its record, which may be absent
-- Cost: O(skipped + read), plus the sizes of the records
local from = tonumber(ARGV[1])
local ids = redis.call('LRANGE', KEYS[1], from, from + tonumber(ARGV[2]) - 1)
if #ids == 0 then
	return { 0 }
end
local letters = redis.call('HMGET', KEYS[2], unpack(ids))
local reply = { 0 }
for i, id in ipairs(ids) do
	reply[2 * i], reply[2 * i + 1] = id, letters[i]
end
return reply
