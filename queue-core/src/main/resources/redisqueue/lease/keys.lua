-- The keys of a lease queue, in the order in which LeaseKeys.java passes them. On a Redis Cluster the bell is out of reach:
-- then the first key stands in its place.

-- How many keys all calls have. Those of jobs follow.
local FIXED = 14

local function name_keys(all)
	local keys = {}
	keys.queue, keys.processing, keys.delayed, keys.tokens, keys.token, keys.failures = unpack(all, 1, 6)
	keys.crashes, keys.headers, keys.suspects, keys.paused, keys.completed = unpack(all, 7, 11)
	keys.dead, keys.dead_job, keys.bell = unpack(all, 12, 14)
	if keys.bell == keys.queue then
		keys.bell = nil
	end
	local base = string.sub(keys.queue, 1, -#'queue' - 1)
	keys.item_base, keys.lease_base = base .. 'item:', base .. 'lease:'
	return keys
end

-- The ids of jobs, their item keys and their lease keys: what follows the fixed keys of a call that is about jobs.
local function job_keys(keys, all)
	local n = (#all - FIXED) / 2
	local items, leases = { unpack(all, FIXED + 1, FIXED + n) }, { unpack(all, FIXED + n + 1, FIXED + 2 * n) }
	local ids = {}
	for i, item in ipairs(items) do
		ids[i] = string.sub(item, #keys.item_base + 1)
	end
	return ids, items, leases
end

-- The keys of some ids that are not declared.
local function keys_of(base, ids)
	local found = {}
	for i, id in ipairs(ids) do
		found[i] = base .. id
	end
	return found
end
