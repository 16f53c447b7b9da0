-- add: jobs become ready or delayed
-- KEYS: the fixed ones
-- ARGV: n, n ids, 1 to look for ids that are there, 0 to replace what is; for how long
--   ids are remembered, in ms (0: not at all); then for each job its ready time (empty:
--   now, +ms: after a delay, ms: at a time), its payload, its headers (or empty)
-- Reply: for each job 1 if it was new, else 0
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
local looks, first = ARGV[#ids + 2] == '1', #ids + 4
local ended = looks and remembered(ids, tonumber(ARGV[first - 1])) or {}
local scores = redis.call('ZMSCORE', delayed, unpack(ids))
local records = redis.call('HMGET', entries, unpack(ids))
local is_new, new, new_ids = {}, {}, {}
for i, id in ipairs(ids) do
	-- Who deletes an entry by hand may add its job again.
	local entry, place = parse_record(records[i])
	located[id] = { entry, place }
	is_new[i] = looks and (ended[i] or scores[i] or (entry and read_entry(entry))) and 0 or 1
	if is_new[i] == 1 then
		new[#new + 1], new_ids[#new_ids + 1] = i, id
	end
end
if #new == 0 then
	return is_new
end

-- create
local now = now_ms()
local earliest, sooner, had_ready = first_due() or math.huge, false, undelivered()
local recorded, later, payloads, headed = {}, {}, {}, {}
local undelayed, unrecorded, gone = {}, {}, {}
for _, i in ipairs(new) do
	local id, due = ids[i], ready_time(ARGV[first + 3 * i - 3], now)
	local payload, packed = ARGV[first + 3 * i - 2], ARGV[first + 3 * i - 1]
	local entry, place = locate(id)
	if due <= now then
		recorded[#recorded + 1], recorded[#recorded + 2] = id, add_entry(id, payload, packed)
		undelayed[#undelayed + 1] = scores[i] and id or nil
		gone[#gone + 1] = entry
		gone[#gone + 1] = place
	else
		sooner = sooner or due < earliest
		later[#later + 1], later[#later + 2] = due, id
		payloads[#payloads + 1], payloads[#payloads + 2] = id, payload
		if packed ~= '' then
			headed[#headed + 1], headed[#headed + 2] = id, packed
		end
		unrecorded[#unrecorded + 1] = entry and id or nil
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
return is_new
