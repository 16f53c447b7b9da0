-- The keys of a list queue, in the order in which ListKeys.java passes them. On a Redis Cluster the bell is out of
-- reach: then the first key stands in its place.
local function name_keys(all)
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
		bell = all[29] ~= all[1] and all[29] or nil,
		private_base = private_base,
		boot = string.sub(all[17], #private_base + 1),
	}
end
