-- If the queue keeps a history, a call has two more keys and one more argument than its script knows: its history, the jobs
-- that have ended, and the word history, how many events of a job and how many ended jobs are kept, and the worker. Takes
-- them away, and returns them; nil if there are none.
local function take_history(all, arguments)
	local max_events, max_jobs, worker = string.match(arguments[#arguments], '^history (%d+) (%d+) (.*)$')
	if not max_events then
		return nil
	end
	table.remove(arguments)
	local ended_jobs, events_of_jobs = table.remove(all), table.remove(all)
	return { events = events_of_jobs, ended = ended_jobs, max_events = tonumber(max_events),
		max_jobs = tonumber(max_jobs), worker = worker }
end
