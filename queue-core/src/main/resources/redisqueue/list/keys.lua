-- The keys of a list queue, in the order in which ListKeys.java passes them. On a Redis Cluster the bell is out of reach:
-- then the first key stands in its place.
local function name_keys(all)
	local keys = {}
	keys.queue, keys.jobs, keys.workers, keys.delayed, keys.tokens, keys.token = unpack(all, 1, 6)
	keys.failures, keys.crashes, keys.headers, keys.paused, keys.completed = unpack(all, 7, 11)
	keys.dead, keys.dead_job, keys.private, keys.claim, keys.bell = unpack(all, 12, 16)
	if keys.bell == keys.queue then
		keys.bell = nil
	end
	keys.private_base = string.sub(keys.queue, 1, -#'queue' - 1) .. 'processing:'
	keys.boot = string.sub(keys.private, #keys.private_base + 1)
	return keys
end
