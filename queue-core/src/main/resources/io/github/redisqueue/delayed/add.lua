-- add: jobs become ready or delayed
-- KEYS: the fixed ones
-- ARGV: n, n ids, 1 to look for ids that are there, 0 not to; for how long ids are
--   remembered, in ms (0: not at all); then for each job its ready time (empty: now, +ms:
--   after a delay, ms: at a time), its payload, its headers (or empty)
-- Reply: for each job 1 if it was new, else 0
-- Cost: O(n log m) with m jobs in the queue
-- Abort: the score comes last; a payload without one is a leftover, which the cleaner drops
-- include keys
-- include time
-- include arrival
-- include ready_time
-- include remembered
-- include ring
-- include first_due
local n = tonumber(ARGV[1])
local given, is_new, ids, scores, payloads, head, bare = {}, {}, {}, {}, {}, {}, {}
for i = 1, n do
	given[i] = ARGV[i + 1]
end
local looks = ARGV[n + 2] == '1'
local known = looks and redis.call('ZMSCORE', delayed, unpack(given)) or {}
local ended = looks and remembered(given, tonumber(ARGV[n + 3])) or {}
local now = now_ms()
local earliest = first_due() or math.huge
local sooner = false
for i, id in ipairs(given) do
	is_new[i] = (known[i] or ended[i]) and 0 or 1
	if is_new[i] == 1 then
		local at, payload, headers_of = ARGV[n + 3 * i + 1], ARGV[n + 3 * i + 2], ARGV[n + 3 * i + 3]
		local due = math.max(arrival(), ready_time(at, now))
		sooner = sooner or due < earliest
		ids[#ids + 1] = id
		scores[#scores + 1], scores[#scores + 2] = due, id
		payloads[#payloads + 1], payloads[#payloads + 2] = id, payload
		if headers_of ~= '' then
			head[#head + 1], head[#head + 2] = id, headers_of
		else
			bare[#bare + 1] = id
		end
	end
end
if #ids == 0 then
	return is_new
end
redis.call('HSET', jobs, unpack(payloads))
if #head > 0 then
	redis.call('HSET', headers, unpack(head))
end
redis.call('ZADD', delayed, unpack(scores))
for _, extra in ipairs({ tokens, failures, crashes }) do
	redis.call('HDEL', extra, unpack(ids))
end
if #bare > 0 then
	redis.call('HDEL', headers, unpack(bare))
end
if sooner then
	ring()
end
return is_new
