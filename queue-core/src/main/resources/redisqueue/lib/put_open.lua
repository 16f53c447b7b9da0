-- include lib/add_entry
-- include lib/arrival
-- Jobs of groups that open go where an algorithm keeps its ready jobs or, until their times, its delayed ones.

-- How much earlier than they arrive jobs of a stream are due that the same script makes entries of, which it does with
-- those of the milliseconds up to its own. Thousands of arrivals take less than one.
local EARLIER_MS = 2

-- In a stream: jobs that are due become entries, but those that have one already, as somebody has added one, go the
-- longer way by delayed. Returns what is left. Abort: an entry that no record names is dropped when it is delivered, and a
-- cleaning puts the job in again; headers without a job are dropped by the cleaner.
local function append_open(keys, ids, payloads, due, now)
	local headers = redis.call('HMGET', keys.headers, unpack(ids))
	local records = redis.call('HMGET', keys.entries, unpack(ids))
	local recorded, headed, rest, of_rest, due_of_rest = {}, {}, {}, {}, {}
	for k, id in ipairs(ids) do
		if records[k] or due[k] > now then
			local at = #rest + 1
			rest[at], of_rest[at], due_of_rest[at] = id, payloads[k], due[k]
		else
			local at = #recorded + 1
			recorded[at], recorded[at + 1] = id, add_entry(keys, id, payloads[k], headers[k])
			headed[#headed + 1] = headers[k] and id or nil
		end
	end
	if #recorded > 0 then
		redis.call('HSET', keys.entries, unpack(recorded))
	end
	if #headed > 0 then
		redis.call('HDEL', keys.headers, unpack(headed))
	end
	return rest, of_rest, due_of_rest
end

-- Jobs with these payloads become ready or, until their times in ms, delayed. Abort: where jobs stand in a list, the payload
-- comes last, else it comes first; until both are there, the job is not.
local function put_open(keys, ids, payloads, due, now)
	if keys.stream then
		ids, payloads, due = append_open(keys, ids, payloads, due, now)
	end
	local ready, delayed, contents = {}, {}, {}
	for k, id in ipairs(ids) do
		contents[2 * k - 1], contents[2 * k] = keys.item_base and keys.item_base .. id or id, payloads[k]
		if due[k] <= now and keys.queue then
			ready[#ready + 1] = id
		else
			local score = due[k] <= now and next_arrival(keys) - (keys.stream and EARLIER_MS or 0) or due[k]
			delayed[#delayed + 1], delayed[#delayed + 2] = score, id
		end
	end
	if not keys.queue and #ids > 0 then
		redis.call('HSET', keys.jobs, unpack(contents))
	end
	if #ready > 0 then
		redis.call('LPUSH', keys.queue, unpack(ready))
	end
	if #delayed > 0 then
		redis.call('ZADD', keys.delayed, unpack(delayed))
	end
	if keys.item_base then
		redis.call('MSET', unpack(contents))
	elseif keys.queue then
		redis.call('HSET', keys.jobs, unpack(contents))
	end
end
