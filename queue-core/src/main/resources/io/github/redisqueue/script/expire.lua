-- expire: dead letters that are too old are forgotten, 500 at most, the oldest first
-- KEYS: dead, dead:job
-- ARGV: how old a dead letter may become, in ms
-- Reply: how many were forgotten
-- Cost: O(1) for each, plus the size of one record
-- Abort: an id without a record is passed by by readers, and expires next
-- include time
-- include parse
local oldest_kept = now_ms() - tonumber(ARGV[1])
local forgotten = 0
while forgotten < 500 do
	local id = redis.call('LINDEX', KEYS[1], -1)
	if not id then
		break
	end
	local letter = redis.call('HGET', KEYS[2], id)
	if letter and tonumber(parse_fields(letter)[1]) >= oldest_kept then
		break
	end
	redis.call('HDEL', KEYS[2], id)
	redis.call('RPOP', KEYS[1])
	forgotten = forgotten + 1
end
return { forgotten }
