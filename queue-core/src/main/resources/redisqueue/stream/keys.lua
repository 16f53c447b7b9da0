-- The keys of a stream queue, in the order in which StreamKeys.java passes them. On a Redis Cluster the bell is out of
-- reach: then the first key stands in its place.
local function name_keys(all)
	local keys = {}
	keys.stream, keys.entries, keys.delayed, keys.jobs, keys.headers, keys.token = unpack(all, 1, 6)
	keys.failures, keys.crashes, keys.paused, keys.completed = unpack(all, 7, 10)
	keys.dead, keys.dead_job, keys.bell = unpack(all, 11, 13)
	if keys.bell == keys.stream then
		keys.bell = nil
	end
	return keys
end

-- The consumer group, and those of its consumers that are no workers. An entry that is pending for them belongs to a job
-- that is ready again.
local GROUP, RECLAIMED, RELEASED = 'workers', 'reclaimed', 'released'
