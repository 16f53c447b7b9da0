-- expire: dead letters that are too old are removed, the oldest first, 500 at a time
-- KEYS: dead, dead:job
-- ARGV: how old a dead letter may become, in ms
-- Reply: 0; how many were removed
-- Cost: O(1) for each, plus the size of one record
-- Abort: an id without a record, which readers skip and the next call removes
-- include lib/fields
-- include lib/time
local oldest_kept = now_ms() - tonumber(ARGV[1])
local removed = 0
while removed < 500 do
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
	removed = removed + 1
end
return { 0, removed }
