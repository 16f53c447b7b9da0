-- include lib/events
-- include lib/fields
-- include lib/memory
-- include lib/time
-- The history of all jobs, in a hash. A sorted set names the jobs that have ended, by the time of their end: of these, only
-- so many keep theirs. Whatever is wrong with the two (their types, a permission) never fails the operation that is noted.

-- For how long nothing has to be noted until a history is dropped, in ms: it may have been switched off.
local THIRTY_DAYS = 2592000000

-- Whether it has written.
local function try_to_write(keys, ...)
	local reply = redis.pcall(...)
	if type(reply) == 'table' and reply.err and string.find(reply.err, 'OOM', 1, true) then
		-- A sender may not do that; then the events are lost.
		pcall(allow_oom, keys)
		reply = redis.pcall(...)
	end
	return type(reply) ~= 'table' or not reply.err
end

-- Drops the history of those that ended first, beyond so many.
local function trim_history(history, added)
	local count = redis.pcall('ZCARD', history.ended)
	local surplus = type(count) == 'number' and math.min(count - history.max_jobs, 2 * added + 100) or 0
	local oldest = surplus > 0 and redis.pcall('ZRANGE', history.ended, 0, surplus - 1) or {}
	if #oldest > 0 then
		redis.pcall('HDEL', history.events, unpack(oldest))
		redis.pcall('ZREM', history.ended, unpack(oldest))
	end
end

-- The events in a text, and their times, without what somebody else wrote: one such event would make all unreadable.
local function split_events(text)
	local _, space, count = string.find(text or '', '^(%d%d?%d?) ')
	local found, events, times = space and parse_fields(string.sub(text, space + 1), tonumber(count)) or {}, {}, {}
	for _, event in ipairs(found) do
		local fields = parse_fields(event or '', 4) or {}
		if #fields == 4 and string.match(fields[1] or '', '^%d+$') and #fields[1] < 16 then
			events[#events + 1], times[#times + 1] = event, tonumber(fields[1])
		end
	end
	return events, times
end

-- The events of a job in the history, with those that its record of failures, or its dead letter, had from a time without
-- a history, in the order of their times: what is dropped later are the oldest ones.
local function join_events(earlier, events)
	local missed, missed_times = split_events(earlier)
	local noted, noted_times = split_events(events)
	local known, joined, at = {}, {}, 1
	for _, event in ipairs(noted) do
		known[event] = true
	end
	for k = 1, #noted + 1 do
		while at <= #missed and (k > #noted or missed_times[at] <= noted_times[k]) do
			joined[#joined + 1] = not known[missed[at]] and missed[at] or nil
			at = at + 1
		end
		joined[#joined + 1] = noted[k]
	end
	return #joined .. ' ' .. pack_fields(joined)
end

-- Adds an event to each of some jobs. It may be told, by position: details; workers, else it is the one that calls; and
-- earlier, events of which the history may not have heard, false if there are none. Returns the events of each; nil if they
-- cannot be read or written. The history expires no sooner than the ends, so each end has a history. Abort: what is noted
-- did not happen.
local function note_events(keys, ids, kind, told)
	-- Those that end in one millisecond end one after the other.
	local history, now_in_us = keys.history, now_us()
	local now = math.floor(now_in_us / 1000)
	local before = redis.pcall('HMGET', history.events, unpack(ids))
	if before.err then
		return nil
	end
	local events, stored, scores = {}, {}, {}
	local is_same = not told.workers and not told.details
	local event = is_same and pack_event(now, kind, history.worker)
	for k, id in ipairs(ids) do
		if not is_same then
			local worker = history.worker
			if told.workers then
				worker = told.workers[k]
			end
			event = pack_event(now, kind, worker, told.details and told.details[k])
		end
		local earlier, known = told.earlier and told.earlier[k], before[k]
		events[k] = add_event(earlier and join_events(earlier, known) or known, event, history.max_events)
		stored[2 * k - 1], stored[2 * k] = id, events[k]
		scores[2 * k - 1], scores[2 * k] = now_in_us / 1000, id
	end
	if not try_to_write(keys, 'HSET', history.events, unpack(stored)) then
		return nil
	end
	if kind == 'completed' or kind == 'cancelled' or kind == 'buried' then
		try_to_write(keys, 'ZADD', history.ended, unpack(scores))
		trim_history(history, #ids)
		redis.pcall('PEXPIRE', history.ended, THIRTY_DAYS)
	elseif kind == 'added' or kind == 'redriven' then
		redis.pcall('ZREM', history.ended, unpack(ids))
	end
	redis.pcall('PEXPIRE', history.events, THIRTY_DAYS)
	return events
end
