-- page: reads dead letters, the newest first, up to 4 MiB of them, but at least one
-- KEYS: dead, dead:job, dead:unreadable
-- ARGV: how many to skip, how many to read
-- Reply: 0; for each its id and its record, which may be absent
-- Cost: O(skipped + read), plus the sizes of the records
local MAX_BYTES = 4 * 1024 * 1024
local from = tonumber(ARGV[1])
local reply, bytes = { 0 }, 0
for i, id in ipairs(redis.call('LRANGE', KEYS[1], from, from + tonumber(ARGV[2]) - 1)) do
	local size = #id + redis.call('HSTRLEN', KEYS[2], id)
	if i > 1 and bytes + size > MAX_BYTES then
		break
	end
	bytes = bytes + size
	reply[2 * i], reply[2 * i + 1] = id, redis.call('HGET', KEYS[2], id)
end
return reply
