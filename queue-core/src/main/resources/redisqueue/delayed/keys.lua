-- The keys of a delayed queue, in the order in which DelayedAlgorithm.java passes them. On a Redis Cluster the bell is out
-- of reach: then the first key stands in its place.
local function name_keys(all)
	local keys = {}
	keys.jobs, keys.delayed, keys.tokens, keys.token, keys.failures, keys.crashes = unpack(all, 1, 6)
	keys.headers, keys.paused, keys.completed, keys.dead, keys.dead_job, keys.bell = unpack(all, 7, 12)
	if keys.bell == keys.jobs then
		keys.bell = nil
	end
	return keys
end
