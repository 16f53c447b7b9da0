-- include lib/audit
-- include lib/audit_groups
-- include lib/audit_keys
-- include lib/audit_place
-- include lib/ended
-- include list/jobs
-- include list/private_lists
-- The jobs of a list queue: the queue, the private lists of the runs, and the payloads.

-- In how many private lists a suspect is looked for at most, and how many members of lists a look at one costs as much as.
local MAX_RUNS, COST_OF_LIST = 5000, 50

local function list_place(audit, id)
	audit.listed[#audit.listed + 1], audit.listed[#audit.listed + 2] = 'PLACE', id
end

-- An id without a job leaves a list, which may be that of a run.
local function audit_ghost(audit, keys, list, id, detail, run)
	report(audit, 'ID_WITHOUT_PAYLOAD', id, detail, function()
		redis.call('LREM', list, 0, id)
		redis.call('HDEL', keys.receipts, id)
		if run then
			unregister_idle(keys, run)
		end
		ended(keys, { id })
	end, redis.call('LLEN', list))
end

-- A run that holds something is registered, and no other one.
local function audit_run(audit, keys, run, now)
	local ends = redis.call('ZSCORE', keys.workers, run)
	if redis.call('EXISTS', keys.private_base .. run) == 0 then
		report(audit, 'RUN_WITHOUT_LIST', run, 'in workers', function()
			redis.call('ZREM', keys.workers, run)
		end)
	elseif ends and tonumber(ends) > now + LONGEST_MS then
		report(audit, 'LEASE_TOO_LONG', run, 'in workers', function()
			redis.call('ZADD', keys.workers, string.format('%.0f', now + audit.lease_ms), run)
		end)
	end
end

-- Walks along the private lists, some runs of the workers at a time, in the order of their names. The cursor is that of one
-- list, behind it that of the workers, and the run. Runs that go while there are many may make it pass by some.
local function walk_private_lists(audit, keys, cursor, now)
	local at, workers, current = string.match(cursor, '^(%d*) (%d*) (.*)$')
	local page, runs = redis.call('ZSCAN', keys.workers, workers or '0', 'COUNT', audit.count), {}
	for k = 1, #page[2], 2 do
		runs[#runs + 1] = page[2][k]
	end
	table.sort(runs)
	local walked = 0
	for _, run in ipairs(runs) do
		if run >= (current or '') then
			local list = keys.private_base .. run
			audit.looked, audit.bytes = audit.looked + 1, audit.bytes + #run
			audit_run(audit, keys, run, now)
			local position = walk_list(audit, list, run == current and at or '', function(id)
				walked = walked + 1
				list_place(audit, id)
				if not exists(keys, id) then
					audit_ghost(audit, keys, list, id, 'in the private list of ' .. run, run)
				elseif holder_of(redis.call('HGET', keys.receipts, id)) ~= run then
					suspect(audit, 'TWICE', id)
				end
			end)
			if position then
				return position .. ' ' .. (workers or '0') .. ' ' .. run
			elseif walked > audit.count then
				return ' ' .. (workers or '0') .. ' ' .. run .. '\0'
			end
		end
	end
	return page[1] ~= '0' and ' ' .. page[1] .. ' ' or nil
end

local function add_list_sections(audit, keys, now)
	add_section(audit, { 'ID_WITHOUT_PAYLOAD', 'TWO_PLACES' }, function(cursor)
		return walk_list(audit, keys.queue, cursor, function(id)
			list_place(audit, id)
			if not exists(keys, id) then
				audit_ghost(audit, keys, keys.queue, id, 'in queue')
			elseif redis.call('ZSCORE', keys.delayed, id) then
				suspect(audit, 'TWICE', id)
			end
		end)
	end)
	local rules = { 'ID_WITHOUT_PAYLOAD', 'LEASE_WITHOUT_HOLDER', 'TWO_PLACES', 'RUN_WITHOUT_LIST', 'LEASE_TOO_LONG' }
	add_section(audit, rules, function(cursor)
		return walk_private_lists(audit, keys, cursor, now)
	end)
end

-- What to look at of the keys of single runs and workers.
local function parts_of(audit, keys, now)
	return {
		['processing:'] = { kind = 'list', visit = function(run)
			if not redis.call('ZSCORE', keys.workers, run) then
				-- As if it had just shown that it lives, so that it has a lease time to do so.
				clean_or_report(audit, 'LIST_WITHOUT_RUN', run, 'not in workers', function()
					redis.call('ZADD', keys.workers, 'NX', string.format('%.0f', now + audit.lease_ms), run)
					return 0
				end)
			end
		end },
	}
end

local function add_payload_section(audit, keys)
	add_section(audit, { 'PAYLOAD_WITHOUT_PLACE' }, function(cursor)
		return scan_pairs(audit, 'HSCAN', keys.jobs, cursor, function(id)
			-- What waits opens with its own payload.
			if not redis.call('ZSCORE', keys.delayed, id) and not has_payload(keys, id) then
				suspect(audit, 'PLACE', id)
			end
		end)
	end)
end

-- The runs of the workers, and what it costs to look for an id in their private lists; nil if they are too many.
local function all_runs(keys)
	local runs = redis.call('ZRANGE', keys.workers, 0, MAX_RUNS)
	local cost = 0
	for _, run in ipairs(runs) do
		cost = cost + COST_OF_LIST + redis.call('LLEN', keys.private_base .. run)
	end
	return #runs <= MAX_RUNS and runs or nil, cost
end

-- The runs in whose private lists an id stands; how often it does in all; and whether it stands where its receipt tells.
local function private_places(keys, id, known)
	local holder = holder_of(redis.call('HGET', keys.receipts, id))
	local runs, count, is_held = {}, 0, false
	local function look_in(run)
		local copies = not runs[run] and #redis.call('LPOS', keys.private_base .. run, id, 'COUNT', 0) or 0
		if copies > 0 then
			runs[run], count, is_held = copies, count + copies, is_held or run == holder
		end
	end
	for _, run in ipairs(known) do
		look_in(run)
	end
	if holder then
		-- It may be one that is not registered.
		look_in(holder)
	end
	return runs, count, is_held and holder
end

-- One place stays: that of the lease, else a free one.
local function keep_one_place(keys, id, ready, runs, holder, delayed, now)
	keep_free_place(keys, id, ready, holder, delayed, now)
	for run, copies in pairs(runs) do
		local surplus = copies - (run == holder and 1 or 0)
		if surplus > 0 then
			redis.call('LREM', keys.private_base .. run, surplus, id)
			unregister_idle(keys, run)
		end
	end
end

-- Looks at a suspect in all its places: the lists of these runs, which cost so much, among them. A list of a run that is
-- not registered is found by SCAN only. Whoever may not SCAN leaves a job in no other place alone: it may be leased.
local function look_at_places(audit, keys, id, now, known, cost)
	audit.is_refused = not known
	if not known or not exists(keys, id) or not can_compare(audit, redis.call('LLEN', keys.queue) + cost) then
		return
	end
	local ready = #redis.call('LPOS', keys.queue, id, 'COUNT', 0)
	local runs, copies, holder = private_places(keys, id, known)
	local delayed = tonumber(redis.call('ZSCORE', keys.delayed, id) or nil)
	local places = ready + copies + (delayed and 1 or 0)
	if places == 0 and not may_scan() then
		audit.is_refused = true
		return
	end
	local function keep_one()
		keep_one_place(keys, id, ready, runs, holder, delayed, now)
		return 1
	end
	if places > 1 then
		local detail = ready .. ' times in queue, ' .. copies .. ' times in private lists'
		report(audit, 'TWO_PLACES', id, detail .. (delayed and ', and delayed' or ''), keep_one)
	elseif places == 0 then
		report(audit, 'PAYLOAD_WITHOUT_PLACE', id, 'in jobs', keep_one)
	elseif copies == 1 and not holder then
		report(audit, 'LEASE_WITHOUT_HOLDER', id, 'in a private list, but not in tokens', keep_one)
	end
end
