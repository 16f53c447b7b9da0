-- heartbeat: a worker shows that it lives, and asks what it has held for long, 500 at a time from the oldest on
-- KEYS: those of keys.lua
-- ARGV: the lease time in ms, the last token that was given long ago (0: none is known), the position to begin, counted
--   from the tail
-- Reply: 0; the last token given, the position to go on from (0: done), then id and receipt of each job; copies are
--   among them, with an empty receipt
-- Cost: O(n + p) for n ids at p
-- Abort: nothing has changed, or it is written that the worker lives
-- include lib/memory
-- include lib/time
-- include list/keys
-- include list/private_lists
local CHUNK = 500
local keys = name_keys(KEYS)
local lease_ms, long_ago, from = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
allow_oom(keys)
-- Others may have written it: then it tells nothing.
local last = string.match(redis.call('GET', keys.token_counter) or '', '^%d+$') or '0'
local reply = { 0, #last <= 16 and last or '0', 0 }
local known, ends = redis.call('ZSCORE', keys.workers, keys.run), now_ms() + lease_ms
if redis.call('EXISTS', keys.private) == 0 then
	return reply
end
-- What a lease or an extension has just written is not written again.
if not known or ends - tonumber(known) > lease_ms / 4 then
	redis.call('ZADD', keys.workers, ends, keys.run)
end
if long_ago == 0 then
	return reply
end
local found = redis.call('LRANGE', keys.private, -from - CHUNK, -from - 1)
local stored = #found > 0 and redis.call('HMGET', keys.receipts, unpack(found)) or {}
for i = #found, 1, -1 do
	local held = holder_of(stored[i]) == keys.run
	if not held or tonumber(string.match(stored[i], '^%d+')) <= long_ago then
		reply[#reply + 1], reply[#reply + 2] = found[i], held and stored[i] or ''
	end
end
-- The list is in the order of the tokens, but for what was extended late: behind a whole chunk of young ones nothing is
-- old.
if #found == CHUNK and #reply > 3 then
	reply[3] = from + CHUNK
end
return reply
