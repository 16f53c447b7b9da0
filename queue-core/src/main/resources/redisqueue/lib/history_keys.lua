-- The last argument of a call is the shard. If the queue keeps a history, how many events of a job and how many ended jobs
-- are kept, and the worker, follow behind it. Leaves the shard, and returns the history.
local function take_history(arguments, base)
	local shard, max_events, max_jobs, worker = string.match(arguments[#arguments], '^(%d+) (%d+) (%d+) (.*)$')
	arguments[#arguments] = shard
	return { events = base .. 'history', ended = base .. 'ended', max_events = tonumber(max_events),
		max_jobs = tonumber(max_jobs), worker = worker }
end
