-- include lib/count
-- include lib/events
-- include lib/fields
-- include lib/note
-- Failures of handlers.

-- The record of a job's failures with one more: how many, and when the first and the last was, in ms; and, with those that
-- it has already, an event behind them, if there is one. Returns the record and the number.
local function count_failure(record, now, event)
	local count, last = count_in(record), string.format('%.0f', now)
	local first = count > 0 and string.match(record, '^%d+:(%d+)') or last
	local counted, events = string.format('%d:%s:%s', count + 1, first, last), events_in(record)
	if event then
		events = add_event(events, event, FEW_EVENTS)
	end
	return events and with_events(counted, events) or counted, count + 1
end

-- Counts a failure for each of some positions, by which events are too. Returns the positions whose jobs are retried, those
-- whose jobs have failed more often than that, and the new records by position.
local function count_failures(positions, records, max_retries, now, events)
	local retried, exhausted, counted = {}, {}, {}
	for _, i in ipairs(positions) do
		local record, count = count_failure(records[i], now, events[i])
		counted[i] = record
		if count > max_retries then
			exhausted[#exhausted + 1] = i
		else
			retried[#retried + 1] = i
		end
	end
	return retried, exhausted, counted
end

-- What failed, as a cause that RedisDeadLetters.java encodes tells it.
local function failure_detail(cause)
	local values = parse_fields(cause, 3) or {}
	local exception, message = values[2], values[3]
	return exception and message and exception .. ': ' .. message or exception or message or false
end

-- Notes that handlers failed on the jobs at some positions, for the reasons by position. Returns the events by position,
-- for the records of failures, if the queue keeps no history.
local function note_failures(keys, ids, positions, causes, worker, now)
	local some, details, events = {}, {}, {}
	for k, i in ipairs(positions) do
		some[k], details[k] = ids[i], failure_detail(causes[i])
	end
	if not note(keys, some, 'failed', { details = details }) then
		for k, i in ipairs(positions) do
			events[i] = pack_event(now, 'failed', worker, details[k])
		end
	end
	return events
end
