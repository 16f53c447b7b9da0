-- include lib/group_members
-- Jobs that are not open in their groups.

-- What becomes of a job that is not there otherwise: 0 if there is no such job, 1 if it waits in its group, 2 if it is
-- delayed before it joins.
local function waiting_state(keys, id, now)
	local _, prefix = parse_group(redis.call('HGET', keys.groups, id))
	if not prefix or redis.call('HEXISTS', keys.waiting, id) == 0 then
		return 0
	end
	local due = tonumber(redis.call('ZSCORE', keys.joining, prefix .. id) or nil)
	return due and due > now and 2 or 1
end
