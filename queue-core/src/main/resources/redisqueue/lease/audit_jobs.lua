-- include lease/jobs
-- include lib/audit
-- include lib/audit_place
-- include lib/ended
-- The jobs of a lease queue: the lists of their ids, their items and their leases. Not every client writes all keys of a
-- lease: who moves an id to processing and then writes the lease is found suspect, and looked at once more.

local function is_marked_stale(keys, id)
	local mark = redis.call('ZSCORE', keys.suspects, id)
	return mark and tonumber(mark) < 0
end

local function has_lease(keys, id)
	return redis.call('EXISTS', keys.lease_base .. id) == 1
end

-- A suspect stands in the queue although it is leased or delayed, or is leased by nobody known. A cleaning looks only for
-- jobs that are in neither list: ghosts and copies are for leasing and for the light cleaning.
local function add_list_sections(audit, keys)
	local function list(id)
		audit.listed[#audit.listed + 1], audit.listed[#audit.listed + 2] = 'PLACE', id
	end
	add_section(audit, { 'ID_WITHOUT_PAYLOAD', 'TWO_PLACES' }, function(cursor)
		return walk_list(audit, keys.queue, cursor, audit.cleans and list or function(id)
			list(id)
			if not exists(keys, id) then
				report(audit, 'ID_WITHOUT_PAYLOAD', id, 'in queue', function()
					redis.call('LREM', keys.queue, 0, id)
					ended(keys, { id })
				end, redis.call('LLEN', keys.queue))
			elseif has_lease(keys, id) or redis.call('ZSCORE', keys.delayed, id) then
				suspect(audit, 'TWICE', id)
			end
		end)
	end, true)
	add_section(audit, { 'ID_WITHOUT_PAYLOAD', 'LEASE_WITHOUT_HOLDER', 'TWO_PLACES' }, function(cursor)
		return walk_list(audit, keys.processing, cursor, audit.cleans and list or function(id)
			list(id)
			if not exists(keys, id) or (not has_lease(keys, id) and redis.call('HEXISTS', keys.receipts, id) == 0)
				or redis.call('ZSCORE', keys.delayed, id) then
				suspect(audit, 'TWICE', id)
			end
		end)
	end, true)
end

-- What to look at of the keys of single jobs. A lease without a job ends by itself, unless it has no end.
local function parts_of(audit, keys)
	return {
		['item:'] = { kind = 'string', visit = function(id)
			if not has_lease(keys, id) and not redis.call('ZSCORE', keys.delayed, id) then
				suspect(audit, 'PLACE', id)
			end
		end },
		['lease:'] = { kind = 'string', visit = function(id, key)
			local left = redis.call('PTTL', key)
			if left == -1 or left > LONGEST_MS then
				clean_or_report(audit, 'LEASE_TOO_LONG', id, 'lease without an end that is near', function()
					redis.call('PEXPIRE', key, audit.lease_ms)
					return 0
				end)
			end
		end },
	}
end

-- An id that stands in processing without a job, or without a lease.
local function look_at_processing(audit, keys, id, has_holder)
	local is_held = has_holder or redis.call('HEXISTS', keys.receipts, id) == 1
	if is_marked_stale(keys, id) then
		return
	elseif not exists(keys, id) then
		report(audit, 'ID_WITHOUT_PAYLOAD', id, 'in processing', 'CLEANING')
	elseif not is_held then
		report(audit, 'LEASE_WITHOUT_HOLDER', id, 'in processing, without a lease', 'CLEANING')
	end
end

-- One place too many: that of the lease stays, else a free one.
local function keep_one_place(keys, id, ready, leased, delayed, has_holder, now)
	keep_free_place(keys, id, ready, has_holder, delayed, now)
	if not has_holder then
		redis.call('LREM', keys.processing, 0, id)
	elseif leased > 1 then
		redis.call('LREM', keys.processing, leased - 1, id)
	end
end

-- Looks at a suspect in all its places. A job that is leased, but in no list, becomes a suspect again when its lease ends.
local function look_at_places(audit, keys, id, now)
	if not can_compare(audit, redis.call('LLEN', keys.queue) + redis.call('LLEN', keys.processing)) then
		return
	end
	local ready = #redis.call('LPOS', keys.queue, id, 'COUNT', 0)
	local copies = #redis.call('LPOS', keys.processing, id, 'COUNT', 0)
	local leased = math.max(0, copies - (is_marked_stale(keys, id) and 1 or 0))
	local delayed, has_holder = tonumber(redis.call('ZSCORE', keys.delayed, id) or nil), has_lease(keys, id)
	local places = ready + leased + (delayed and 1 or 0)
	if leased > 0 and ready == 0 and not delayed then
		look_at_processing(audit, keys, id, has_holder)
	end
	if not exists(keys, id) then
		return
	elseif places > 1 and ready == 0 and delayed and leased == 1 then
		report(audit, 'TWO_PLACES', id, 'in processing and delayed', 'CLEANING')
	elseif places > 1 and ready == 0 and not delayed then
		report(audit, 'TWO_PLACES', id, leased .. ' times in processing', function()
			redis.call('LREM', keys.processing, leased - 1, id)
		end)
	elseif places > 1 then
		local detail = ready .. ' times in queue, ' .. leased .. ' times in processing' .. (delayed and ', and delayed' or '')
		report(audit, 'TWO_PLACES', id, detail, function()
			-- The lease key may be that of an earlier job.
			keep_one_place(keys, id, ready, leased, delayed, has_holder and leased > 0, now)
			return 1
		end)
	elseif places == 0 and not has_holder then
		clean_or_report(audit, 'PAYLOAD_WITHOUT_PLACE', id, 'item in no list', function()
			redis.call('LPUSH', keys.queue, id)
			return 1
		end)
	end
end
