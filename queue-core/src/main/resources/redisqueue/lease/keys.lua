-- The keys of a lease queue, in the order in which LeaseAlgorithm.java passes them. On a Redis Cluster the bell is out of
-- reach: then the first key stands in its place. Who may note events gives the arguments too, see take_history.

-- How many keys all calls have. Those of jobs follow.
local FIXED = 31

local function name_keys(all, arguments)
	local history
	if arguments and string.sub(arguments[#arguments], 1, 1) == 'h' then
		-- include lib/history_keys
		history = take_history(all, arguments)
	end
	local base = string.sub(all[1], 1, -#'queue' - 1)
	return {
		queue = all[1],
		processing = all[2],
		delayed = all[3],
		receipts = all[4],
		token_counter = all[5],
		failures = all[6],
		crashes = all[7],
		headers = all[8],
		suspects = all[9],
		paused = all[10],
		completed = all[11],
		dead = all[12],
		dead_job = all[13],
		polled = all[14],
		clock = all[15],
		dead_unreadable = all[16],
		limits = all[17],
		rate = all[18],
		groups = all[19],
		waiting = all[20],
		joining = all[21],
		line = all[22],
		heads = all[23],
		open = all[24],
		kept = all[25],
		paces = all[26],
		schedules = all[27],
		plans = all[28],
		firings = all[29],
		planning = all[30],
		bell = all[31] ~= all[1] and all[31] or nil,
		history = history,
		item_base = base .. 'item:',
		lease_base = base .. 'lease:',
	}
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
