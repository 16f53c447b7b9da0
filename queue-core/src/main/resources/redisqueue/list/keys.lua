-- The keys of a list queue, in the order in which ListAlgorithm.java passes them. On a Redis Cluster the bell is out of
-- reach: then the first key stands in its place. Who may note events gives the arguments too, see take_history.
local function name_keys(all, arguments)
	local history
	if arguments and string.sub(arguments[#arguments], 1, 1) == 'h' then
		-- include lib/history_keys
		history = take_history(all, arguments)
	end
	local private_base = string.sub(all[1], 1, -#'queue' - 1) .. 'processing:'
	return {
		queue = all[1],
		jobs = all[2],
		workers = all[3],
		delayed = all[4],
		receipts = all[5],
		token_counter = all[6],
		failures = all[7],
		crashes = all[8],
		headers = all[9],
		paused = all[10],
		completed = all[11],
		dead = all[12],
		dead_job = all[13],
		polled = all[14],
		clock = all[15],
		dead_unreadable = all[16],
		private = all[17],
		limits = all[18],
		rate = all[19],
		groups = all[20],
		waiting = all[21],
		joining = all[22],
		line = all[23],
		heads = all[24],
		open = all[25],
		kept = all[26],
		paces = all[27],
		schedules = all[28],
		plans = all[29],
		firings = all[30],
		planning = all[31],
		bell = all[32] ~= all[1] and all[32] or nil,
		history = history,
		private_base = private_base,
		run = string.sub(all[17], #private_base + 1),
	}
end
