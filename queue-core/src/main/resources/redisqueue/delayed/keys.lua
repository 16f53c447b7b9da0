-- The keys of a delayed queue, in the order in which DelayedAlgorithm.java passes them. On a Redis Cluster the bell is
-- out of reach: then the first key stands in its place. Who may note events gives the arguments too, see take_history.
local function name_keys(all, arguments)
	local history
	if arguments and string.sub(arguments[#arguments], 1, 1) == 'h' then
		-- include lib/history_keys
		history = take_history(all, arguments)
	end
	return {
		-- delayed: all jobs, by ready time or by the end of their lease
		jobs = all[1],
		delayed = all[2],
		receipts = all[3],
		token_counter = all[4],
		failures = all[5],
		crashes = all[6],
		headers = all[7],
		paused = all[8],
		completed = all[9],
		dead = all[10],
		dead_job = all[11],
		polled = all[12],
		clock = all[13],
		dead_unreadable = all[14],
		limits = all[15],
		rate = all[16],
		groups = all[17],
		waiting = all[18],
		joining = all[19],
		line = all[20],
		heads = all[21],
		open = all[22],
		kept = all[23],
		paces = all[24],
		schedules = all[25],
		plans = all[26],
		firings = all[27],
		planning = all[28],
		bell = all[29] ~= all[1] and all[29] or nil,
		history = history,
	}
end
