-- include lib/events
-- include lib/fields
-- include lib/note
-- Notes that handlers failed on the jobs at some positions. By position are their records of failures as they were before,
-- and the causes. Returns the events by position, for the records, if the queue keeps no history; else nil.
local function note_failures(keys, ids, positions, before, causes, worker, now)
	local details, events = {}, {}
	-- Jobs of a batch often fail for the same reason.
	local known, packed = {}, {}
	for _, i in ipairs(positions) do
		local cause = causes[i]
		if known[cause] == nil then
			local values = parse_fields(cause, 3) or {}
			local exception, message = values[2], values[3]
			known[cause] = exception and message and exception .. ': ' .. message or exception or message or false
		end
		details[#details + 1] = known[cause]
	end
	if keys.history then
		local some, earlier = {}, {}
		for k, i in ipairs(positions) do
			some[k], earlier[k] = ids[i], events_in(before[i]) or false
		end
		if note(keys, some, 'failed', { details = details, earlier = earlier }) then
			return nil
		end
	end
	for k, i in ipairs(positions) do
		local detail = details[k]
		packed[detail] = packed[detail] or pack_event(now, 'failed', worker, cut_text(detail, SHORT_DETAIL_BYTES))
		events[i] = packed[detail]
	end
	return events
end
