-- include lib/events
-- include lib/fields
-- include lib/note
-- What happened to a job that is buried, as its dead letter tells it: the reason, and what is known besides an exception,
-- which is part of an event of its own.
local function burial_detail(cause)
	local values = parse_fields(cause, 3) or {}
	local reason, exception, message = values[1], values[2], values[3]
	return reason and not exception and message and reason .. ': ' .. message or reason or false
end

-- Notes that jobs are buried. In buried are lists, by the position of the ids: records, those of failures; before, the
-- same as they were before the failure that leads to the burial; causes; workers; and failed, the events of those
-- failures, false if there is none or it is noted. Returns the records with the events behind them, the last of which is
-- the burial.
local function note_buried(keys, ids, buried, now)
	local details, known, records = {}, {}, {}
	for k, cause in ipairs(buried.causes) do
		if known[cause] == nil then
			known[cause] = burial_detail(cause)
		end
		details[k] = known[cause]
	end
	local noted
	if keys.history then
		local earlier = {}
		for k, record in ipairs(buried.before) do
			earlier[k] = events_in(record) or false
		end
		noted = note(keys, ids, 'buried', { details = details, workers = buried.workers, earlier = earlier })
	end
	local packed = {}
	for k in ipairs(ids) do
		local events = noted and noted[k]
		if not events then
			local detail, worker, failed = details[k], buried.workers[k], buried.failed[k]
			local event = packed.detail == detail and packed.worker == worker and packed.event
				or pack_event(now, 'buried', worker, cut_text(detail, SHORT_DETAIL_BYTES))
			packed.detail, packed.worker, packed.event = detail, worker, event
			events = add_event(events_in(buried.before[k]), failed and failed .. event or event, FEW_EVENTS, failed and 2)
		end
		records[k] = with_events(buried.records[k], events)
	end
	return records
end
