-- include lib/group_members
-- include lib/kept_places
-- include lib/time
-- Jobs leave their groups. Who calls this opens the next jobs of the groups.

-- Jobs that are cancelled or replaced leave their groups. A job that somebody holds may still have a handler: its place
-- is kept until its holder reports, but not longer than so many ms. Returns the groups; and which positions are those of
-- jobs that were delayed or waited, and so have ended.
local function leave_groups(keys, ids, receipt_held, keep_ms)
	local groups, was_waiting = {}, {}
	if redis.call('EXISTS', keys.groups) == 0 then
		return groups, was_waiting
	end
	for i, id in ipairs(ids) do
		local group, prefix = parse_group(redis.call('HGET', keys.groups, id))
		if group then
			groups[#groups + 1] = group
			local is_delayed = redis.call('ZREM', keys.joining, prefix .. id) == 1
			was_waiting[i] = redis.call('ZREM', keys.line, in_line(group, prefix, id)) == 1 or is_delayed
			local receipt = not was_waiting[i] and receipt_held(keys, id)
			if receipt then
				keep_place(keys, group, receipt, id, now_ms() + keep_ms)
			end
			if was_waiting[i] then
				redis.call('HDEL', keys.headers, id)
			end
			redis.call('HDEL', keys.waiting, id)
			redis.call('ZREM', keys.open, place_of(group, id))
			redis.call('HDEL', keys.groups, id)
		end
	end
	return groups, was_waiting
end

-- Jobs that were open have ended. A job of a foreign client may have ended that had the id of one that waits: that one
-- stays. Returns the ids without such, and the groups.
local function leave_ended(keys, ids)
	local records = redis.call('HMGET', keys.groups, unpack(ids))
	local groups, members, places, ended_ids, grouped = {}, {}, {}, {}, {}
	for k, id in ipairs(ids) do
		local group, prefix = parse_group(records[k])
		groups[#groups + 1], grouped[k] = group, group ~= nil
		members[#members + 1] = group and in_line(group, prefix, id)
	end
	local waiting = keys.item_base and #members > 0 and redis.call('ZMSCORE', keys.line, unpack(members)) or {}
	local left, at = {}, 0
	for k, id in ipairs(ids) do
		at = at + (grouped[k] and 1 or 0)
		if not (grouped[k] and waiting[at]) then
			ended_ids[#ended_ids + 1] = id
			if grouped[k] then
				left[#left + 1], places[#places + 1] = id, place_of(groups[at], id)
			end
		end
	end
	if #left > 0 then
		redis.call('ZREM', keys.open, unpack(places))
		redis.call('HDEL', keys.groups, unpack(left))
	end
	return ended_ids, groups
end
