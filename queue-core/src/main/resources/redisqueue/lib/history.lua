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

-- The events of a job in the history behind those that its record of failures, or its dead letter, had from a time without
-- a history.
local function join_events(earlier, events)
	local _, space, digits = string.find(earlier, '^(%d%d?%d?) ')
	if not space or not parse_fields(string.sub(earlier, space + 1)) then
		return events
	end
	local before = string.sub(earlier, space + 1)
	local _, at, count = string.find(events or '0 ', '^(%d%d?%d?) ')
	if not at then
		return earlier
	elseif events and string.find(events, before, at + 1, true) then
		return events
	end
	return digits + count .. ' ' .. before .. string.sub(events or '', at + 1)
end

-- Adds an event to each of some jobs. It may be told, by position: details; workers, else it is the one that calls; and
-- earlier, events of which the history may not have heard, false if there are none. Returns the events of each; nil if they
-- cannot be read or written. The history expires no sooner than the ends, so each end has a history. Abort: what is noted
-- did not happen.
local function note_events(keys, ids, kind, told)
	local history, now = keys.history, now_ms()
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
		scores[2 * k - 1], scores[2 * k] = now, id
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
