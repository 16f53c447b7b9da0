-- The keys of a stream queue, in the order in which StreamAlgorithm.java passes them. On a Redis Cluster the bell is out of
-- reach: then the first key stands in its place. Who may note events gives the arguments too, see take_history.
local function name_keys(all, arguments)
	local history
	if arguments and string.sub(arguments[#arguments], 1, 1) == 'h' then
		-- include lib/history_keys
		history = take_history(all, arguments)
	end
	return {
		-- entries: the key ids, a hash of ids and their records
		stream = all[1],
		entries = all[2],
		delayed = all[3],
		jobs = all[4],
		headers = all[5],
		token_counter = all[6],
		failures = all[7],
		crashes = all[8],
		paused = all[9],
		completed = all[10],
		dead = all[11],
		dead_job = all[12],
		polled = all[13],
		clock = all[14],
		dead_unreadable = all[15],
		limits = all[16],
		rate = all[17],
		groups = all[18],
		waiting = all[19],
		joining = all[20],
		line = all[21],
		heads = all[22],
		open = all[23],
		kept = all[24],
		paces = all[25],
		schedules = all[26],
		plans = all[27],
		firings = all[28],
		planning = all[29],
		bell = all[30] ~= all[1] and all[30] or nil,
		history = history,
	}
end

-- The consumer group, and those of its consumers that are no workers. An entry that is pending for them belongs to a
-- job that is ready again.
local GROUP, RECLAIMED, RELEASED = 'workers', 'reclaimed', 'released'
