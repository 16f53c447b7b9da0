-- A ready job is an entry of stream with the fields id, data and h:<name> for each header; ids names the entry of each id.
-- A leased job is an entry that is pending in the group workers for the consumer <lease time in ms>:<worker>, so that any
-- instance can tell when its lease expires. Its receipt is the id of the entry, followed by the number of deliveries if
-- there was more than one. A job that becomes ready again keeps its entry. If it was released, the entry is pending for the
-- consumer released, and is leased before new entries. If it was reclaimed, the entry is pending for the consumer
-- reclaimed, and the job gets a place at the tail of the stream: a second entry that names the first one; ids then names
-- both. Only delayed jobs have their payload in jobs and their headers in headers, until they are due and become entries.
-- The hashes failures and crashes have entries only for jobs with failures or crashes.

-- The keys of a stream queue by name. They follow from the prefix, so a call has few: one that never exists, so that no node
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
		stream = base .. 'stream',
		-- entries: the key ids, a hash of ids and their records
		entries = base .. 'ids',
		delayed = base .. 'delayed',
		jobs = base .. 'jobs',
		headers = base .. 'headers',
		token_counter = base .. 'token',
		failures = base .. 'failures',
		crashes = base .. 'crashes',
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

-- The consumer group, and those of its consumers that are no workers. An entry that is pending for them belongs to a
-- job that is ready again.
local GROUP, RECLAIMED, RELEASED = 'workers', 'reclaimed', 'released'
