-- The keys of a list queue by name. They follow from the prefix, so a call has few: one that never exists, so that no node
-- runs it while the slot moves; the dead letters; the bell, or on a Redis Cluster, where it is out of reach, the first key
-- again; and the private list of the worker, unless it only adds jobs. Who may note events gives the arguments too, see
-- take_history.
local function name_keys(all, arguments)
	local base = string.sub(all[1], 1, -#'absent' - 1)
	local history
	if arguments and string.find(arguments[#arguments], ' ', 1, true) then
		-- include lib/history_keys
		history = take_history(arguments, base)
	end
	local private_base = base .. 'processing:'
	return {
		queue = base .. 'queue',
		jobs = base .. 'jobs',
		workers = base .. 'workers',
		delayed = base .. 'delayed',
		receipts = base .. 'tokens',
		token_counter = base .. 'token',
		failures = base .. 'failures',
		crashes = base .. 'crashes',
		headers = base .. 'headers',
		paused = base .. 'paused',
		completed = base .. 'completed',
		dead = base .. 'dead',
		dead_job = base .. 'dead:job',
		polled = base .. 'polled',
		clock = base .. 'clock',
		dead_unreadable = base .. 'dead:unreadable',
		limits = base .. 'limits',
		rate = base .. 'rate',
		groups = base .. 'groups',
		waiting = base .. 'waiting',
		joining = base .. 'joining',
		line = base .. 'line',
		heads = base .. 'heads',
		open = base .. 'open',
		kept = base .. 'kept',
		paces = base .. 'paces',
		schedules = base .. 'schedules',
		plans = base .. 'plans',
		firings = base .. 'firings',
		planning = base .. 'planning',
		bell = all[3] ~= all[1] and all[3] or nil,
		history = history,
		private = all[4],
		private_base = private_base,
		run = all[4] and string.sub(all[4], #private_base + 1),
	}
end
