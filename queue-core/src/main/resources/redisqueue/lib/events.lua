-- include lib/fields
-- What happened to a job, in one value that JobEvents.java reads: how many events there are, a space, and each of them, the
-- oldest first: a list of the time in ms, the kind, the worker and a detail; an absent one is false. More may follow.

-- How many events a dead letter has of a job whose queue keeps no history; and how many bytes the events of a job, the id
-- of a worker, and a detail may have.
local FEW_EVENTS, MAX_EVENTS_BYTES, MAX_WORKER_BYTES, MAX_DETAIL_BYTES = 10, 8000, 100, 200

-- The beginning of a text that is too long, without a character of which it has a part only.
local function cut_text(text, bytes)
	if not text or #text <= bytes then
		return text or false
	end
	return (string.gsub(string.sub(text, 1, bytes), '[\192-\255]?[\128-\191]*$', ''))
end

-- An event as a list of one, which can be added to others.
local function pack_event(now, kind, worker, detail)
	local event = pack_fields({ string.format('%.0f', now), kind, cut_text(worker, MAX_WORKER_BYTES),
		cut_text(detail, MAX_DETAIL_BYTES) })
	return pack_fields({ event })
end

-- The events with one more, without the oldest ones beyond so many. What others wrote is dropped as if it were events.
local function add_event(events, event, most)
	local _, space, digits = string.find(events or '', '^(%d%d?%d?) ')
	if not space then
		return '1 ' .. event
	end
	local count, packed = tonumber(digits) + 1, string.sub(events, space + 1) .. event
	while count > most or (#packed > MAX_EVENTS_BYTES and count > 1) do
		local _, colon, length = string.find(packed, '^(%d+):')
		if not colon or tonumber(length) >= #packed - colon then
			count, packed = 1, event
			break
		end
		count, packed = count - 1, string.sub(packed, colon + tonumber(length) + 1)
	end
	return count .. ' ' .. packed
end

-- The events that a record of failures has behind its third colon; nil if it has none.
local function events_in(record)
	return record and string.match(record, '^%d*:%d*:%d*:(.*)$')
end

-- A record of failures with these events; without a record, that of a job that never failed.
local function with_events(record, events)
	local count, first, last = string.match(record or '', '^(%d*):?(%d*):?(%d*)')
	return (count == '' and '0' or count) .. ':' .. first .. ':' .. last .. ':' .. events
end
