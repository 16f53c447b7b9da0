-- add: jobs become ready or delayed
-- KEYS: the fixed ones
-- ARGV: n, n ids, 1 to look for ids that are there, 0 not to; for how long ids are
--   remembered, in ms (0: not at all); n payloads; then, if any job has some, n ready times
--   (empty: now, +ms: after a delay, ms: at a time) and n times headers (or empty)
-- Reply: the places of the jobs that were not new
-- Cost: O(n log m) with m jobs in the queue
-- Abort: the score comes last; a payload without one is a leftover, which the cleaner drops
-- include keys
-- include time
-- include arrival
-- include ready_time
-- include remembered
-- include ring
-- include first_due
-- include ids
-- include except
-- include begin_anew
local given, n, first = ids, #ids, #ids + 4
local known, is_known = {}, {}
if ARGV[first - 2] == '1' then
	local scores = redis.call('ZMSCORE', delayed, unpack(given))
	local ended = remembered(given, tonumber(ARGV[first - 1]))
	for i = 1, n do
		if scores[i] or ended[i] then
			known[#known + 1], is_known[i] = i, true
		end
	end
	if #known == n then
		return known
	end
end
local is_plain = #ARGV < first + n
local now, earliest, soonest = now_ms(), first_due() or math.huge, math.huge
local ids, scores, payloads, head, bare = {}, {}, {}, {}, {}
for i, id in ipairs(given) do
	if not is_known[i] then
		local due = arrival()
		if not is_plain then
			due = math.max(due, ready_time(ARGV[first + n + i - 1], now))
			local headers_of = ARGV[first + 2 * n + i - 1]
			if headers_of ~= '' then
				head[#head + 1], head[#head + 2] = id, headers_of
			else
				bare[#bare + 1] = id
			end
		end
		local k = #ids + 1
		ids[k] = id
		scores[2 * k - 1], scores[2 * k] = due, id
		payloads[2 * k - 1], payloads[2 * k] = id, ARGV[first + i - 1]
		soonest = due < soonest and due or soonest
	end
end
redis.call('HSET', jobs, unpack(payloads))
if #head > 0 then
	redis.call('HSET', headers, unpack(head))
end
redis.call('ZADD', delayed, unpack(scores))
begin_anew(ids)
bare = is_plain and ids or bare
if #bare > 0 and redis.call('EXISTS', headers) == 1 then
	redis.call('HDEL', headers, unpack(bare))
end
if soonest < earliest then
	ring()
end
return known
