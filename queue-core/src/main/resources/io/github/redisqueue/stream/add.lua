-- add: jobs become ready or delayed
-- KEYS: the fixed ones
-- ARGV: n, n ids, 1 to look for ids that are there, 0 to replace what is; then for each
--   job its ready time (empty: now, +ms: after a delay, ms: at a time), its payload, its
--   headers (or empty)
-- Reply: for each job 1 if it was new, else 0
-- Cost: O(n); O(n log d) for delayed ones, with d jobs delayed; for each id that is there
--   also the size of its payload
-- Abort: an entry without a record is a job, until its id is added again; a payload
--   without a score is a leftover, which the cleaner drops
-- include keys
-- include time
-- include ready_time
-- include ring
-- include fields
-- include parse
-- include first_due
-- include record
-- include entry
-- include group
-- include let_go
local n = tonumber(ARGV[1])
local replace = ARGV[n + 2] == '0'
local ids, is_new, new = {}, {}, {}
for i = 1, n do
	ids[i] = ARGV[i + 1]
end
local scores = redis.call('ZMSCORE', delayed, unpack(ids))
local records = redis.call('HMGET', entries, unpack(ids))
for i = 1, n do
	-- Who deletes an entry by hand may add its job again.
	local entry = parse_record(records[i])
	local absent = not scores[i] and not (entry and redis.call('XRANGE', stream, entry, entry)[1])
	is_new[i] = (replace or absent) and 1 or 0
	if is_new[i] == 1 then
		new[#new + 1] = i
	end
end
if #new == 0 then
	return is_new
end

-- create
local now = now_ms()
local earliest, sooner, had_ready = first_due() or math.huge, false, undelivered()
local new_ids, recorded, later, payloads, head = {}, {}, {}, {}, {}
local undelayed, unrecorded, gone = {}, {}, {}
for k, i in ipairs(new) do
	local id, due = ids[i], ready_time(ARGV[n + 3 * i], now)
	local payload, headers_of = ARGV[n + 3 * i + 1], ARGV[n + 3 * i + 2]
	local entry, place = parse_record(records[i])
	new_ids[k] = id
	if due <= now then
		recorded[#recorded + 1], recorded[#recorded + 2] = id, add_entry(id, payload, headers_of)
		undelayed[#undelayed + 1] = scores[i] and id or nil
	else
		sooner = sooner or due < earliest
		later[#later + 1], later[#later + 2] = due, id
		payloads[#payloads + 1], payloads[#payloads + 2] = id, payload
		if headers_of ~= '' then
			head[#head + 1], head[#head + 2] = id, headers_of
		end
		unrecorded[#unrecorded + 1] = entry and id or nil
	end
	if entry then
		gone[#gone + 1] = entry
		gone[#gone + 1] = place ~= '' and place or nil
	end
end
if #recorded > 0 then
	redis.call('HSET', entries, unpack(recorded))
end
if #later > 0 then
	redis.call('HSET', jobs, unpack(payloads))
	redis.call('HDEL', headers, unpack(new_ids))
	if #head > 0 then
		redis.call('HSET', headers, unpack(head))
	end
	redis.call('ZADD', delayed, unpack(later))
end

-- remove
redis.call('HDEL', failures, unpack(new_ids))
redis.call('HDEL', crashes, unpack(new_ids))
if #undelayed > 0 then
	undelay(undelayed)
end
if #gone > 0 then
	let_go(gone, unrecorded)
end
if (#recorded > 0 and not had_ready) or sooner then
	ring()
end
return is_new
