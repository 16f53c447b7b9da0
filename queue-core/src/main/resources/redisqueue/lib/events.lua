-- include lib/fields
-- What happened to a job, in one value that JobHistory.java reads: how many events there are, a space, and each of them, the
-- oldest first: a list of the time in ms, the kind, the worker and a detail; an absent one is false. More may follow.

-- How many bytes the events of a job, the id of a worker, and a detail may have. Of a job whose queue keeps no history,
-- the record of failures has fewer events, and shorter details.
local MAX_EVENTS_BYTES, MAX_WORKER_BYTES, MAX_DETAIL_BYTES = 8000, 100, 200
local FEW_EVENTS, SHORT_DETAIL_BYTES = 5, 80

-- The beginning of a text that is too long, without a character of which it has a part only.
local function cut_text(text, bytes)
	if not text or #text <= bytes then
		return text or false
	end
	local last = bytes
	for _ = 1, 3 do
		local next_byte = string.byte(text, last + 1)
		last = next_byte >= 128 and next_byte < 192 and last - 1 or last
	end
	return string.sub(text, 1, last)
end

-- An event as a list of one, which can be added to others.
local function pack_event(now, kind, worker, detail)
	local event = pack_fields({ string.format('%.0f', now), kind, cut_text(worker, MAX_WORKER_BYTES),
		cut_text(detail, MAX_DETAIL_BYTES) })
	return #event .. ':' .. event
end

-- The events with one more, or with so many as are told, without the oldest ones beyond so many. What others wrote is
-- dropped as if it were events.
local function add_event(events, event, most, several)
	local added, _, space, digits = several or 1, string.find(events or '', '^(%d%d?%d?) ')
	if not space then
		return added .. ' ' .. event
	end
	local count, packed, from = tonumber(digits) + added, events .. event, space + 1
	while count > most or #packed - from >= MAX_EVENTS_BYTES do
		local _, colon, length = string.find(packed, '^(%d+):', from)
		if count <= added or not colon or colon + tonumber(length) >= #packed then
			return added .. ' ' .. event
		end
		count, from = count - 1, colon + tonumber(length) + 1
	end
	return count .. ' ' .. string.sub(packed, from)
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
