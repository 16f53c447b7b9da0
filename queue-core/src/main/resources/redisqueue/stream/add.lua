-- add: jobs become ready or delayed
-- KEYS: those of keys.lua
-- ARGV: n, n ids, 1 to look for ids that are there, 0 to replace what is; for how long ids are remembered, in ms (0:
--   not at all); n payloads; then, if any job has some, n ready times (empty: now, +ms: after a delay, ms: at a time)
--   and n packed headers (empty: none); the shard
-- Reply: how many wake-ups the caller has to push; the positions of the jobs that were not new
-- Cost: O(n); O(n log d) for delayed ones, with d jobs delayed; for each id that is there also the size of its payload
-- Abort: an entry without a record is a job that nobody can find or cancel before it is delivered, unless its id was added
--   again or it was to replace another one; a payload without a ready time is a leftover, which the cleaner drops
-- include stream/add_plainly
local reply = add_plainly(KEYS, ARGV)
if reply then
	return reply
end
-- include lib/add_entry
-- include lib/arguments
-- include lib/bell
-- include lib/grouped_jobs
-- include lib/hashes
-- include lib/note
-- include lib/ready_time
-- include lib/remembered
-- include lib/time
-- include lib/without
-- include stream/ends
-- include stream/entries
-- include stream/keys
-- include stream/records
-- include stream/remove_delayed
local keys = name_keys(KEYS, ARGV)
local given, rest = id_arguments(ARGV)
local n, looks, first = #given, ARGV[rest] == '1', rest + 2
local is_plain, window = #ARGV <= first + n, tonumber(ARGV[rest + 1])
local now = (not is_plain or window > 0) and now_ms() or 0
local due_of, some_ready = {}, is_plain
for i = 1, is_plain and 0 or n do
	due_of[i] = ready_time(ARGV[first + n + i - 1], now)
	some_ready = some_ready or due_of[i] <= now
end

-- read: mostly nothing is there yet, and one look tells
local is_empty = redis.call('EXISTS', keys.bell or keys.entries, keys.entries, keys.delayed, keys.failures,
	keys.crashes, keys.headers, keys.groups) == 0
-- EXISTS counts a key as often as it is named: one more look tells the entries from the others.
local count = is_empty and 0 or redis.call('EXISTS', keys.failures, keys.crashes, keys.groups, keys.entries, keys.entries,
	keys.entries, keys.entries)
local has_others, some_entries = count % 4 > 0, count >= 4
local scores = not is_empty and (looks or some_ready) and redis.call('ZMSCORE', keys.delayed, unpack(given)) or {}
local records = some_entries and redis.call('HMGET', keys.entries, unpack(given)) or {}
local completed = looks and remembered(keys, given, window, now) or {}
local known, is_known = {}, has_others and are_grouped(keys, given) or {}
for i = 1, (looks or next(is_known)) and n or 0 do
	-- A job whose entry somebody deleted by hand may be added again.
	if is_known[i] or completed[i] or looks and (scores[i] or records[i] and has_entry(keys, (parse_record(records[i])))) then
		known[#known + 1], is_known[i] = i, true
	end
end
if #known == n then
	return { 0, unpack(known) }
end
local soonest, is_sooner = math.huge, false

-- create
local recorded, later, payloads, headed = {}, {}, {}, {}
local undelayed, unrecorded, outdated, bare = {}, {}, {}, {}
for i, id in ipairs(given) do
	if not is_known[i] then
		local payload, due = ARGV[first + i - 1], due_of[i] or now
		local packed = is_plain and '' or ARGV[first + 2 * n + i - 1]
		if due <= now then
			recorded[#recorded + 1], recorded[#recorded + 2] = id,
				add_entry(keys, id, payload, packed, not scores[i] and not records[i])
			undelayed[#undelayed + 1] = scores[i] and id or nil
		else
			soonest = math.min(soonest, due)
			later[#later + 1], later[#later + 2] = due, id
			payloads[#payloads + 1], payloads[#payloads + 2] = id, payload
			if packed ~= '' then
				headed[#headed + 1], headed[#headed + 2] = id, packed
			else
				bare[#bare + 1] = id
			end
			unrecorded[#unrecorded + 1] = records[i] and id or nil
		end
		outdated[#outdated + 1] = records[i] or nil
	end
end
local ids = without(given, is_known)
if #recorded > 0 then
	redis.call('HSET', keys.entries, unpack(recorded))
end
if #later > 0 then
	is_sooner = soonest < first_to_come(keys, now)
	redis.call('HSET', keys.jobs, unpack(payloads))
	if not is_empty and #bare > 0 then
		redis.call('HDEL', keys.headers, unpack(bare))
	end
	if #headed > 0 then
		redis.call('HSET', keys.headers, unpack(headed))
	end
	redis.call('ZADD', keys.delayed, unpack(later))
end
note(keys, ids, 'added')

-- remove what an earlier job of the same id left
if has_others then
	remove_from_hashes(ids, keys.failures, keys.crashes)
end
if #undelayed > 0 then
	remove_delayed(keys, undelayed)
end
if #outdated > 0 then
	remove_outdated(keys, outdated, set_of_entries(recorded))
end
if #unrecorded > 0 then
	redis.call('HDEL', keys.entries, unpack(unrecorded))
end
local waking = #recorded / 2 + (is_sooner and 1 or 0)
return { waking > 0 and ring(keys, ARGV[#ARGV], waking, is_empty) or 0, unpack(known) }
