-- add: jobs become ready or delayed
-- KEYS: those of keys.lua
-- ARGV: n, n ids, 1 to look for ids that are there, 0 not to; for how long ids are remembered, in ms (0: not at all); n
--   payloads; then, if any job has some, n ready times (empty: now, +ms: after a delay, ms: at a time) and n packed
--   headers (empty: none); the shard
-- Reply: how many wake-ups the caller has to push; the positions of the jobs that were not new
-- Cost: O(n log m) with m jobs in the queue
-- Abort: the score comes last; a payload without one is a leftover, which the cleaner drops
-- include delayed/add_plainly
local reply = add_plainly(KEYS, ARGV)
if reply then
	return reply
end
-- include delayed/keys
-- include lib/arguments
-- include lib/arrival
-- include lib/bell
-- include lib/grouped_jobs
-- include lib/hashes
-- include lib/note
-- include lib/ready_time
-- include lib/remembered
-- include lib/time
local keys = name_keys(KEYS, ARGV)
local given, rest = id_arguments(ARGV)
local n, first = #given, rest + 2
local is_plain = #ARGV <= first + n

-- read: mostly nothing is there yet, and one look tells
local is_empty = redis.call('EXISTS', keys.bell or keys.delayed, keys.delayed, keys.receipts, keys.failures, keys.crashes,
	keys.headers, keys.groups) == 0
local has_others = not is_empty
	and redis.call('EXISTS', keys.receipts, keys.failures, keys.crashes, keys.groups) > 0
local begin_us = now_us()
local now = math.floor(begin_us / 1000)
local known, is_known, looks = {}, has_others and are_grouped(keys, given) or {}, ARGV[rest] == '1'
local old_scores = looks and not is_empty and redis.call('ZMSCORE', keys.delayed, unpack(given)) or {}
local completed = looks and remembered(keys, given, tonumber(ARGV[rest + 1]), now) or {}
for i = 1, (looks or next(is_known)) and n or 0 do
	if is_known[i] or old_scores[i] or completed[i] then
		known[#known + 1], is_known[i] = i, true
	end
end
if #known == n then
	return { 0, unpack(known) }
end
local waking, soonest = 0, math.huge
local ids, scores, payloads, headed, bare = {}, {}, {}, {}, {}
for i, id in ipairs(given) do
	if not is_known[i] then
		local k = #ids + 1
		local at_once = arrival(begin_us, k)
		local due = at_once
		if not is_plain then
			due = math.max(at_once, ready_time(ARGV[first + n + i - 1], now))
			local packed = ARGV[first + 2 * n + i - 1]
			if packed ~= '' then
				headed[#headed + 1], headed[#headed + 2] = id, packed
			else
				bare[#bare + 1] = id
			end
		end
		ids[k] = id
		scores[2 * k - 1], scores[2 * k] = due, id
		payloads[2 * k - 1], payloads[2 * k] = id, ARGV[first + i - 1]
		if due == at_once then
			waking = waking + 1
		elseif due < soonest then
			soonest = due
		end
	end
end
if soonest < math.huge and soonest < first_to_come(keys, now) then
	waking = waking + 1
end

-- create
redis.call('HSET', keys.jobs, unpack(payloads))
if #headed > 0 then
	redis.call('HSET', keys.headers, unpack(headed))
end
redis.call('ZADD', keys.delayed, unpack(scores))
note(keys, ids, 'added')

-- remove what an earlier job of the same id left
if has_others then
	redis.call('HDEL', keys.receipts, unpack(ids))
	remove_from_hashes(ids, keys.failures, keys.crashes)
end
if not is_empty and (is_plain or #bare > 0) then
	remove_from_hashes(is_plain and ids or bare, keys.headers)
end
return { waking > 0 and ring(keys, ARGV[#ARGV], waking, is_empty) or 0, unpack(known) }
