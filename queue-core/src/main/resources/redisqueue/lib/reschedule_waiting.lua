-- include lib/first_to_arrive
-- include lib/group_members
-- include lib/join_groups
-- include lib/memory
-- include lib/open_next
-- Jobs that wait, or are delayed before they join their group, are delayed until a time. One that waits stays if the time
-- has come. Returns which positions are those of such jobs: 'moved', or 'stays'; and for how many jobs somebody who waits
-- has to be woken.
local function reschedule_waiting(keys, ids, due, now)
	local found, groups = {}, {}
	if redis.call('EXISTS', keys.groups) == 0 then
		return found, 0
	end
	local soonest = first_to_join(keys)
	for i, id in ipairs(ids) do
		local group, prefix = parse_group(redis.call('HGET', keys.groups, id))
		local member = group and in_line(group, prefix, id)
		local is_delayed = group and redis.call('ZSCORE', keys.joining, prefix .. id)
		local waits = group and not is_delayed and redis.call('ZSCORE', keys.line, member)
		found[i] = (is_delayed or (waits and due > now)) and 'moved' or waits and 'stays' or nil
		if is_delayed or (waits and due > now) then
			write(keys, 'ZADD', keys.joining, string.format('%.0f', due), prefix .. id)
			redis.call('ZREM', keys.line, member)
			groups[#groups + 1] = waits and group or nil
		end
	end
	local opened = open_next(keys, groups, now) + join_due(keys, now)
	return found, opened + (next(found) and due > now and due < soonest and 1 or 0)
end
