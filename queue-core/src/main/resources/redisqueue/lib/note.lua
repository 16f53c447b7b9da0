-- Adds an event to the history of each of some jobs, if the queue keeps one, see note_events. Else it returns nil.
local function note(keys, ids, kind, told)
	if keys.history and #ids > 0 then
		-- include lib/history
		return note_events(keys, ids, kind, told or {})
	end
end
