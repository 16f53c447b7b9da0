-- The keys of a list queue, in the order in which ListKeys.java passes them. On a Redis Cluster the bell is out of
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
		claim = all[18],
		limits = all[19],
		rate = all[20],
		groups = all[21],
		waiting = all[22],
		joining = all[23],
		line = all[24],
		heads = all[25],
		open = all[26],
		kept = all[27],
		paces = all[28],
		schedules = all[29],
		plans = all[30],
		firings = all[31],
		planning = all[32],
		bell = all[33] ~= all[1] and all[33] or nil,
		history = history,
		private_base = private_base,
		boot = string.sub(all[17], #private_base + 1),
	}
end
