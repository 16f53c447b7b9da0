-- ids: reads the ids of dead letters, the newest first, up to 4 MiB of them, but at least one
-- KEYS: dead, dead:job, dead:unreadable
-- ARGV: how many to skip, how many to read
-- Reply: 0; the ids
-- Cost: O(skipped + read)
local MAX_BYTES = 4 * 1024 * 1024
local from = tonumber(ARGV[1])
local reply, bytes = { 0 }, 0
for i, id in ipairs(redis.call('LRANGE', KEYS[1], from, from + tonumber(ARGV[2]) - 1)) do
	bytes = bytes + #id
	if i > 1 and bytes > MAX_BYTES then
		break
	end
	reply[i + 1] = id
end
return reply
