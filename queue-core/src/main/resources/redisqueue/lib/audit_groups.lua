-- include lib/audit
-- include lib/group_members
-- include lib/limits
-- include lib/open_next
-- include lib/put_open
-- The keys of groups, see group_members. exists(keys, id) tells whether there is such a job outside of the lines.

-- Whether a job stands in the line, or is about to join it, where its record says so; then the group and the prefix in it.
local function position_of(keys, id)
	local group, prefix = parse_group(redis.call('HGET', keys.groups, id))
	local waits = group and (redis.call('ZSCORE', keys.line, in_line(group, prefix, id))
		or redis.call('ZSCORE', keys.joining, prefix .. id))
	return waits, group, prefix
end

-- What a group has in the line or open at a position, counted from 0, or nil.
local function member_at(key, group, position)
	local from, to = range_of(group)
	return redis.call('ZRANGE', key, from, to, 'BYLEX', 'LIMIT', position, 1)[1]
end

-- How many members a group has in open, from the ranks of the first and the last of them.
local function count_open(keys, group)
	local from, to = range_of(group)
	local last = redis.call('ZRANGE', keys.open, to, from, 'BYLEX', 'REV', 'LIMIT', 0, 1)[1]
	local first = last and member_at(keys.open, group, 0)
	return first and redis.call('ZRANK', keys.open, last) - redis.call('ZRANK', keys.open, first) + 1 or 0
end

local function has_payload(keys, id)
	return redis.call('HEXISTS', keys.waiting, id) == 1
end

-- Whether the payload of a job that is nowhere else has another one among those that wait. What is about to open is there
-- twice until it has; beside a job that waits, it was left when that replaced another one.
local function audit_leftover(audit, keys, id)
	if not has_payload(keys, id) then
		return false
	elseif position_of(keys, id) then
		report(audit, 'RECORD_WITHOUT_JOB', id, 'in jobs, but the job waits', function()
			redis.call('HDEL', keys.jobs, id)
		end)
	end
	return true
end

-- The sections of a cleaning drop what is left of jobs that are gone, and what no record explains. What may be that of a job
-- is for a repair.

-- Records: one of a job that is nowhere goes, one of a job that does not wait has a place. What follows opens the next jobs,
-- when all places are known: a job whose place is lost may be running.
local function audit_group_records(audit, keys, cursor, exists)
	return scan_pairs(audit, 'HSCAN', keys.groups, cursor, function(id, text)
		local group, prefix = parse_group(text)
		local has_opened, read = exists(keys, id)
		local is_there = has_opened or has_payload(keys, id)
		audit.bytes = audit.bytes + (read or 0)
		if not group then
			clean_or_report(audit, 'UNREADABLE_RECORD', id, 'is no record of a group, in groups', function()
				redis.call('HDEL', keys.groups, id)
			end, is_there and 'NONE')
		elseif not is_there then
			clean_or_report(audit, 'GROUP_RECORD_WITHOUT_JOB', id, 'in groups', function()
				redis.call('ZREM', keys.line, in_line(group, prefix, id))
				redis.call('ZREM', keys.joining, prefix .. id)
				redis.call('ZREM', keys.open, place_of(group, id))
				redis.call('HDEL', keys.groups, id)
			end)
		elseif has_opened and not position_of(keys, id) and not redis.call('ZSCORE', keys.open, place_of(group, id)) then
			report(audit, 'GROUP_JOB_WITHOUT_PLACE', id, 'not in open', function()
				redis.call('ZADD', keys.open, 0, place_of(group, id))
			end)
		end
	end)
end

-- Payloads of jobs that wait. One with a record joins its line again; one without a record was never added; one with a place
-- was about to open. That of a job that is open already was left when it opened, or when a replacement was cut short.
local function audit_waiting(audit, keys, cursor, exists, now)
	return scan_pairs(audit, 'HSCAN', keys.waiting, cursor, function(id)
		local waits, group, prefix = position_of(keys, id)
		local function drop()
			redis.call('HDEL', keys.waiting, id)
			redis.call('HDEL', keys.groups, id)
			if not exists(keys, id) then
				redis.call('HDEL', keys.headers, id)
			end
		end
		if not group and redis.call('HEXISTS', keys.groups, id) == 0 then
			clean_or_report(audit, 'WAITING_WITHOUT_RECORD', id, 'in waiting', drop, 'CLEANING')
		elseif group and not waits then
			local has_opened, has_place = exists(keys, id), redis.call('ZSCORE', keys.open, place_of(group, id))
			local function open()
				put_open(keys, { id }, { redis.call('HGET', keys.waiting, id) }, { now }, now)
				redis.call('HDEL', keys.waiting, id)
				return 1
			end
			local is_half_open = has_place and not has_opened
			local cleaning = is_half_open and open or not has_place and drop
			clean_or_report(audit, 'WAITING_WITHOUT_PLACE', id, 'in waiting', cleaning, not is_half_open and function()
				if has_opened then
					redis.call('HDEL', keys.waiting, id)
					return 0
				end
				redis.call('ZADD', keys.heads, 'NX', string.sub(prefix, 18, 30), group)
				redis.call('ZADD', keys.line, 0, in_line(group, prefix, id))
				return open_next(keys, { group }, now)
			end)
		end
	end)
end

-- What stands in joining or in the line without a payload, or without a record that names it. A record that is lost is
-- written again, if it is known what group it names.
local function audit_position(audit, keys, name, member, group, prefix, id)
	local record = redis.call('HGET', keys.groups, id)
	local is_recorded = record and string.sub(record, 1, PREFIX) == prefix and (not group or parse_group(record) == group)
	if is_recorded and (audit.cleans or has_payload(keys, id)) then
		return
	end
	local is_lost = not parse_group(record) and has_payload(keys, id)
	local function drop()
		redis.call('ZREM', keys[name], member)
	end
	if is_lost and not group then
		clean_or_report(audit, 'WAITING_WITHOUT_GROUP', id, 'in ' .. name, drop, 'NONE')
		return
	end
	clean_or_report(audit, 'WAITING_WITHOUT_PAYLOAD', id, 'in ' .. name, drop, is_lost and function()
		redis.call('HSET', keys.groups, id, prefix .. group)
	end)
end

local function audit_joining(audit, keys, cursor, now)
	return scan_pairs(audit, 'ZSCAN', keys.joining, cursor, function(member, score)
		local prefix, id = string.sub(member, 1, PREFIX), string.sub(member, PREFIX + 1)
		audit_position(audit, keys, 'joining', member, nil, prefix, id)
		if redis.call('ZSCORE', keys.joining, member) then
			report_late(audit, keys, 'joining', member, score, id, now)
		end
	end)
end

-- The first in a line of a queue that others share may have to wait for a job of theirs.
local function waits_for_another(keys, group)
	local first = member_at(keys.line, group, 0)
	return first and taken_ids(keys, { string.sub(first, #group + PREFIX + 2) })[1]
end

-- A line whose group has no head would never open.
local function audit_line(audit, keys, cursor, now)
	local is_seen = {}
	return scan_pairs(audit, 'ZSCAN', keys.line, cursor, function(member)
		local group = group_in(member) or ''
		local behind = string.sub(member, #group + 2)
		local prefix, id = string.sub(behind, 1, PREFIX), string.sub(behind, PREFIX + 1)
		audit_position(audit, keys, 'line', member, group, prefix, id)
		local is_left = not is_seen[group] and redis.call('ZSCORE', keys.line, member)
		is_seen[group] = is_seen[group] or is_left
		if is_left and not redis.call('ZSCORE', keys.heads, group) then
			clean_or_report(audit, 'GROUP_STUCK', group, 'not in heads', function()
				redis.call('ZADD', keys.heads, 'NX', string.match(string.sub(prefix, 18, 30), '^%d+$') or now, group)
				return 0
			end)
		end
	end)
end

-- A group has a head as long as jobs wait in it. Then one is open, or the next one would never open.
local function audit_heads(audit, keys, cursor, now)
	return scan_pairs(audit, 'ZSCAN', keys.heads, cursor, function(group)
		if not member_at(keys.line, group, 0) then
			report(audit, 'GROUP_HEAD_WITHOUT_LINE', group, 'in heads', function()
				redis.call('ZREM', keys.heads, group)
			end)
		elseif not member_at(keys.open, group, 0) and not waits_for_another(keys, group) then
			report(audit, 'GROUP_STUCK', group, 'none is open', function()
				return open_next(keys, { group }, now)
			end)
		end
	end)
end

-- A place whose member says that it is that of a job: one of a job that runs without a record gets that again, and one that
-- nobody has goes.
local function audit_place(audit, keys, member, group, id, exists, now)
	local waits, of = position_of(keys, id)
	if audit.cleans and of == group then
		return
	end
	local has_opened, read = exists(keys, id)
	audit.bytes = audit.bytes + (read or 0)
	local function drop()
		redis.call('ZREM', keys.open, member)
	end
	if has_opened and not of then
		clean_or_report(audit, 'GROUP_PLACE_WITHOUT_JOB', id, 'in open, but not in groups', drop, function()
			redis.call('HSET', keys.groups, id, prefix_of(0, now) .. group)
		end)
	elseif of ~= group or not (has_opened or (has_payload(keys, id) and not waits)) then
		clean_or_report(audit, 'GROUP_PLACE_WITHOUT_JOB', id, 'in open', drop)
	end
end

-- Places, and groups of which more are open than may be. A place that is kept has a time.
local function audit_open(audit, keys, cursor, exists, now)
	local limits, is_seen = parse_limits(recorded_limits(keys)), {}
	return scan_pairs(audit, 'ZSCAN', keys.open, cursor, function(member)
		local group = group_in(member) or ''
		local id = string.sub(member, #group + 3)
		if member == place_of(group, id) then
			audit_place(audit, keys, member, group, id, exists, now)
		elseif not redis.call('ZSCORE', keys.kept, member) then
			clean_or_report(audit, 'GROUP_PLACE_WITHOUT_JOB', id, 'in open', function()
				redis.call('ZREM', keys.open, member)
			end)
		end
		local most = limits and limits.max_open or 0
		if not audit.cleans and most > 0 and not is_seen[group] and count_open(keys, group) > most then
			report(audit, 'GROUP_OVER_LIMIT', group, 'more than ' .. most .. ' are open', 'NONE')
		end
		is_seen[group] = true
	end)
end

local function audit_kept(audit, keys, cursor)
	return scan_pairs(audit, 'ZSCAN', keys.kept, cursor, function(member)
		if not redis.call('ZSCORE', keys.open, member) then
			report(audit, 'GROUP_PLACE_WITHOUT_JOB', member, 'in kept', function()
				redis.call('ZREM', keys.kept, member)
			end)
		end
	end)
end

-- What lost its record gets it again first, then its place: nothing opens beside a job that runs.
local function add_group_sections(audit, keys, exists, now)
	if audit.spares_groups then
		return
	end
	add_section(audit, { 'GROUP_PLACE_WITHOUT_JOB', 'GROUP_OVER_LIMIT' }, function(cursor)
		return audit_open(audit, keys, cursor, exists, now)
	end, true)
	add_section(audit, { 'WAITING_WITHOUT_PAYLOAD', 'GROUP_STUCK' }, function(cursor)
		return audit_line(audit, keys, cursor, now)
	end, true)
	add_section(audit, { 'WAITING_WITHOUT_PAYLOAD', 'WAITING_WITHOUT_GROUP', 'DELAYED_TOO_LONG' }, function(cursor)
		return audit_joining(audit, keys, cursor, now)
	end, true)
	add_section(audit, { 'GROUP_RECORD_WITHOUT_JOB', 'GROUP_JOB_WITHOUT_PLACE', 'UNREADABLE_RECORD' }, function(cursor)
		return audit_group_records(audit, keys, cursor, exists)
	end, true)
	add_section(audit, { 'WAITING_WITHOUT_RECORD', 'WAITING_WITHOUT_PLACE' }, function(cursor)
		return audit_waiting(audit, keys, cursor, exists, now)
	end, true)
	add_section(audit, { 'GROUP_PLACE_WITHOUT_JOB' }, function(cursor)
		return audit_kept(audit, keys, cursor)
	end)
	add_section(audit, { 'GROUP_HEAD_WITHOUT_LINE', 'GROUP_STUCK' }, function(cursor)
		return audit_heads(audit, keys, cursor, now)
	end)
end
