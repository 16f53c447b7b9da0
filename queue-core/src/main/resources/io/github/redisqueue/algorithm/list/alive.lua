-- alive: a worker shows that it lives, and asks what it has held for long, 500 at a time
--   from the oldest on
-- KEYS: the fixed ones
-- ARGV: the lease time in ms, the last token that was given long ago (0: none is known),
--   the place to begin, counted from the tail
-- Reply: the last token given, the place to go on from (0: done), then id and receipt of
--   each job; copies are among them, with an empty receipt
-- Cost: O(n + p) for n ids at p
-- Abort: half of what shows that it lives is written, the next heartbeat writes it again
-- include keys
-- include time
-- include places
-- include open
local CHUNK = 500
local lease_ms, long_ago, from = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local reply = { redis.call('GET', token) or '0', 0 }
if redis.call('GET', claim) == boot then
	redis.call('PEXPIRE', claim, lease_ms)
end
local known, ends = redis.call('ZSCORE', workers, boot), now_ms() + lease_ms
if redis.call('EXISTS', private) == 0 then
	return reply
end
-- What a lease or an extension has just written is not written again.
if not known or ends - tonumber(known) > lease_ms / 4 then
	redis.call('ZADD', workers, ends, boot)
end
if long_ago == 0 then
	return reply
end
local found = redis.call('LRANGE', private, -from - CHUNK, -from - 1)
local last = #found > 0 and redis.call('HMGET', tokens, unpack(found)) or {}
for i = #found, 1, -1 do
	local mine = holder_of(last[i]) == boot
	if not mine or tonumber(string.match(last[i], '^%d+')) <= long_ago then
		reply[#reply + 1], reply[#reply + 2] = found[i], mine and last[i] or ''
	end
end
-- The list is in the order of the tokens, but for what was extended late: behind a whole
-- chunk of young ones nothing is old.
if #found == CHUNK and #reply > 2 then
	reply[2] = from + CHUNK
end
return reply
