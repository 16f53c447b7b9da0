-- include lib/note
-- Notes that jobs have another ready time: some ids, and those that have moved while they
-- wait, see reschedule_waiting.
local function note_rescheduled(keys, all, moved, waiting)
	if keys.history then
		local changed = { unpack(moved) }
		for i, id in ipairs(all) do
			changed[#changed + 1] = waiting[i] == 'moved' and id or nil
		end
		note(keys, changed, 'rescheduled')
	end
end
