-- add: jobs become ready or delayed
-- KEYS: the fixed ones
-- ARGV: n, n ids, 1 to look for ids that are there, 0 to replace what is; for how long
--   ids are remembered, in ms (0: not at all); n payloads; then, if any job has some, n
--   ready times (empty: now, +ms: after a delay, ms: at a time) and n times headers (or
--   empty)
-- Reply: the places of the jobs that were not new
-- Cost: O(n); O(n log d) for delayed ones, with d jobs delayed; for each id that is there
--   also the size of its payload
-- Abort: an entry without a record is a job, until its id is added again; a payload
--   without a ready time is a leftover, which the cleaner drops
-- include keys
-- include time
-- include ready_time
-- include remembered
-- include first_due
-- include ring
-- include ids
-- include record
-- include entry
-- include group
-- include begin_anew
-- include undelay
-- include forget
-- include except
local given, n, first = ids, #ids, #ids + 4
local looks, is_plain = ARGV[first - 2] == '1', #ARGV < first + n
local scores = redis.call('EXISTS', delayed) == 1 and redis.call('ZMSCORE', delayed, unpack(given)) or {}
local records = redis.call('HMGET', entries, unpack(given))
local ended = looks and remembered(given, tonumber(ARGV[first - 1])) or {}
local known, is_known = {}, {}
for i = 1, looks and n or 0 do
	-- Who deletes an entry by hand may add its job again.
	if ended[i] or scores[i] or (records[i] and read_entry(parse_record(records[i]))) then
		known[#known + 1], is_known[i] = i, true
	end
end
if #known == n then
	return known
end

-- create
local new_ids = except(is_known, given)
local now = now_ms()
local earliest, sooner, had_ready = first_due() or math.huge, false, undelivered()
local recorded, later, payloads, headed = {}, {}, {}, {}
local undelayed, unrecorded, gone = {}, {}, {}
for i, id in ipairs(given) do
	if not is_known[i] then
		local payload, due, packed = ARGV[first + i - 1], now, ''
		if not is_plain then
			due, packed = ready_time(ARGV[first + n + i - 1], now), ARGV[first + 2 * n + i - 1]
		end
		if due <= now then
			recorded[#recorded + 1], recorded[#recorded + 2] = id, add_entry(id, payload, packed)
			undelayed[#undelayed + 1] = scores[i] and id or nil
			if records[i] then
				local entry, place = parse_record(records[i])
				gone[#gone + 1] = entry
				gone[#gone + 1] = place
			end
		else
			sooner = sooner or due < earliest
			later[#later + 1], later[#later + 2] = due, id
			payloads[#payloads + 1], payloads[#payloads + 2] = id, payload
			if packed ~= '' then
				headed[#headed + 1], headed[#headed + 2] = id, packed
			end
			unrecorded[#unrecorded + 1] = records[i] and id or nil
		end
	end
end
if #recorded > 0 then
	redis.call('HSET', entries, unpack(recorded))
end
if #later > 0 then
	redis.call('HSET', jobs, unpack(payloads))
	redis.call('HDEL', headers, unpack(new_ids))
	if #headed > 0 then
		redis.call('HSET', headers, unpack(headed))
	end
	redis.call('ZADD', delayed, unpack(later))
end

-- remove
begin_anew(new_ids)
if #undelayed > 0 then
	undelay(undelayed)
end
if #unrecorded > 0 then
	vanish(unrecorded)
end
if #gone > 0 then
	remove(gone)
end
if (#recorded > 0 and not had_ready) or sooner then
	ring()
end
return known
