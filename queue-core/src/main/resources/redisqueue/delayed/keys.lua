-- The score of each job in delayed is the time in ms at which it becomes ready. Leasing a job sets its score to the end of
-- the lease plus 2^52, which is above all ready times. So the state of a job follows from its score: ready up to the
-- present time, delayed up to 2^52, leased above. The order of delayed jobs that become ready in the same ms is not
-- guaranteed. The hash jobs holds the payloads; tokens holds, for each job, the first token of the batch in which it was
-- leased last, and the worker. The hashes failures, crashes and headers have entries only for jobs with such.

-- The keys of a delayed queue by name. They follow from the prefix, so a call has few: one that never exists, so that no node
-- runs it while the slot moves; the dead letters; the bell, or on a Redis Cluster, where it is out of reach, the first key
-- again. Who may note events gives the arguments too, see take_history.
local function name_keys(all, arguments)
	local base = string.sub(all[1], 1, -#'absent' - 1)
	local history
	if arguments and string.find(arguments[#arguments], ' ', 1, true) then
		-- include lib/history_keys
		history = take_history(arguments, base)
	end
	return {
		jobs = base .. 'jobs',
		-- delayed: all jobs, by ready time or by the end of their lease
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
	}
end
