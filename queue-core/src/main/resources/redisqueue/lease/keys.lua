-- The redis-work-queue protocol 0.3.0 (https://github.com/MeVitae/redis-work-queue), which its Python, Go, Node, Rust and
-- C# clients share. The list queue holds the ids of ready jobs, which are pushed on the left and taken from the right.
-- Leasing a job moves its id to the list processing and sets the key lease:<id>, which expires. The payload is item:<id>; a
-- job exists exactly as long as that key exists. The protocol does not have the other keys. For jobs of foreign clients,
-- which are clients of the protocol in other languages, values in these keys may be missing, or may remain after the job
-- has ended.
--
-- A queue that is shared with foreign clients has these limits. A deep clean by one of them makes delayed jobs ready, so
-- that foreign workers lease them too early. If one completes a job and adds a job with the same id again, a late
-- completion of the first job by this library also completes the second one, and a delay of the first job also delays the
-- second one. A foreign worker does not notice that its job was cancelled or replaced: when it completes the job, it ends
-- the replacement. It moves an id to processing before it sets the lease; if the lease of this worker has expired, and a
-- foreign cleaner has made the job ready again, a cleaning by this library that runs between these two steps reclaims the
-- job.

-- The keys of a lease queue by name. They follow from the prefix, so a call has few: one that never exists, so that no node
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
		queue = base .. 'queue',
		processing = base .. 'processing',
		delayed = base .. 'delayed',
		receipts = base .. 'tokens',
		token_counter = base .. 'token',
		failures = base .. 'failures',
		crashes = base .. 'crashes',
		headers = base .. 'headers',
		suspects = base .. 'suspects',
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
		item_base = base .. 'item:',
		lease_base = base .. 'lease:',
	}
end

-- The keys of some ids.
local function keys_of(base, ids)
	local found = {}
	for i, id in ipairs(ids) do
		found[i] = base .. id
	end
	return found
end
