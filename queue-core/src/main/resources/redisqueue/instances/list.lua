-- list: the instances, those seen last first
-- KEYS: instances, instances:about
-- ARGV: how many at most
-- Reply: 0; the time; for each instance its worker id, when it was seen, and what announce has noted about it
-- Cost: O(log n + m) for m of n instances
-- include lib/time
-- What others have written is passed by, unless it could be a time.
local seen = redis.call('ZRANGE', KEYS[1], 2 ^ 52, 0, 'BYSCORE', 'REV', 'LIMIT', 0, ARGV[1], 'WITHSCORES')
local reply = { 0, now_ms() }
for i = 1, #seen, 2 do
	reply[#reply + 1] = seen[i]
	reply[#reply + 1] = seen[i + 1]
	reply[#reply + 1] = redis.call('HGET', KEYS[2], seen[i]) or ''
end
return reply
