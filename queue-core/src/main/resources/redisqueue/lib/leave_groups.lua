-- include lib/group_members
-- include lib/kept_places
-- include lib/time
-- Jobs leave their groups. Who calls this opens the next jobs of the groups.

-- Jobs are about to be cancelled or replaced. One that somebody holds may still have a handler: its place is kept until its
-- holder reports, but not longer than so many ms.
local function keep_places(keys, ids, receipt_held, keep_ms)
	if redis.call('EXISTS', keys.groups) == 0 then
		return
	end
	for i, record in ipairs(redis.call('HMGET', keys.groups, unpack(ids))) do
		local group = parse_group(record)
		local receipt = group and redis.call('ZSCORE', keys.open, place_of(group, ids[i])) and receipt_held(keys, ids[i])
		if receipt then
			keep_place(keys, group, receipt, ids[i], now_ms() + keep_ms)
		end
	end
end

-- A job with this record has no position in a line any more, and is not delayed before it joins one. Returns its group,
-- and whether it was there.
local function leave_line(keys, id, record)
	local group, prefix = parse_group(record)
	if not group then
		return nil, false
	end
	local is_delayed = redis.call('ZREM', keys.joining, prefix .. id) == 1
	return group, redis.call('ZREM', keys.line, in_line(group, prefix, id)) == 1 or is_delayed
end

-- Jobs that wait, or are delayed before they join, end. Returns their groups; and which positions are theirs, as true.
local function end_waiting(keys, ids)
	local groups, was_waiting = {}, {}
	if redis.call('EXISTS', keys.groups) == 0 then
		return groups, was_waiting
	end
	for i, record in ipairs(redis.call('HMGET', keys.groups, unpack(ids))) do
		local group, was_there = leave_line(keys, ids[i], record)
		-- One that was about to open has a place instead of a position.
		if group and (redis.call('HDEL', keys.waiting, ids[i]) == 1 or was_there) then
			groups[#groups + 1], was_waiting[i] = group, true
			redis.call('ZREM', keys.open, place_of(group, ids[i]))
			redis.call('HDEL', keys.headers, ids[i])
			redis.call('HDEL', keys.groups, ids[i])
		end
	end
	return groups, was_waiting
end

-- Jobs leave their groups, wherever they are, without their headers. Returns the groups.
local function leave_groups(keys, ids)
	local groups = {}
	if redis.call('EXISTS', keys.groups) == 0 then
		return groups
	end
	for i, record in ipairs(redis.call('HMGET', keys.groups, unpack(ids))) do
		if record then
			local group = leave_line(keys, ids[i], record)
			redis.call('HDEL', keys.waiting, ids[i])
			redis.call('ZREM', keys.open, place_of(group or '', ids[i]))
			redis.call('HDEL', keys.groups, ids[i])
			groups[#groups + 1] = group
		end
	end
	return groups
end

-- Which of some jobs wait, or are delayed before they join, as true by position. Records are by position, false for none.
-- Who has no payload among those that wait does not wait: one look tells that of jobs that are open.
local function are_waiting(keys, ids, records)
	local waiting = {}
	for i, payload in ipairs(redis.call('HMGET', keys.waiting, unpack(ids))) do
		if payload then
			local group, prefix = parse_group(records[i])
			waiting[i] = group and (redis.call('ZSCORE', keys.line, in_line(group, prefix, ids[i]))
				or redis.call('ZSCORE', keys.joining, prefix .. ids[i])) and true or nil
		end
	end
	return waiting
end

-- Jobs have ended. One that has the id of a job that waits was an earlier one, or one of a foreign client: that which waits
-- stays. Returns the ids of the others, and the groups of all.
local function leave_ended(keys, ids)
	local records, groups, places, k = redis.call('HMGET', keys.groups, unpack(ids)), {}, {}, 0
	for i, record in ipairs(records) do
		local group = group_of(record)
		if group then
			k = k + 1
			groups[k], places[k] = group, place_of(group, ids[i])
		end
	end
	if k == 0 then
		return ids, groups
	end
	local waiting, gone = are_waiting(keys, ids, records), {}
	for i, id in ipairs(ids) do
		gone[#gone + 1] = not waiting[i] and id or nil
	end
	redis.call('ZREM', keys.open, unpack(places))
	if #gone > 0 then
		redis.call('HDEL', keys.groups, unpack(gone))
	end
	return gone, groups
end

-- For join: old jobs that were replaced stand in no line any more. Records are by position, false for none.
local function leave_old_lines(keys, ids, records)
	for i, record in ipairs(records) do
		if record then
			leave_line(keys, ids[i], record)
		end
	end
end

-- For join: old jobs have ended. If they had other groups than the new ones, their places are free. Adds their groups.
local function leave_old_places(keys, jobs, records, groups)
	for i, record in ipairs(records) do
		local group = parse_group(record)
		if group and group ~= jobs[i].group then
			redis.call('ZREM', keys.open, place_of(group, jobs[i].id))
		end
		groups[#groups + 1] = group
	end
end
