-- include lib/group_members
-- include lib/shown_jobs
-- Jobs that wait in the lines of their groups, or are to join them.

-- The job at a position in a line; nil if its record does not name that.
local function job_in_line(keys, member)
	local group = group_in(member) or ''
	local id = string.sub(member, #group + PREFIX + 2)
	local of, prefix = parse_group(redis.call('HGET', keys.groups, id))
	if of and in_line(of, prefix, id) == member then
		return job_in_hash(keys, keys.waiting, id)
	end
end

-- The job that a member of joining stands for, which joins when it is due; nil if its record does not name that.
local function job_to_join(keys, member, due)
	local id = string.sub(member, PREFIX + 1)
	local of, prefix = parse_group(redis.call('HGET', keys.groups, id))
	local job = of and prefix .. id == member and job_in_hash(keys, keys.waiting, id)
	if job then
		job.ready_at = due
	end
	return job or nil
end

-- The job with an id that is not open, and its state; nil if there is none.
local function find_waiting(keys, id, now)
	local of, prefix = parse_group(redis.call('HGET', keys.groups, id))
	local due = of and tonumber(redis.call('ZSCORE', keys.joining, prefix .. id) or nil)
	if due then
		return job_to_join(keys, prefix .. id, due), due > now and 'DELAYED' or 'WAITING'
	end
	if of and redis.call('ZSCORE', keys.line, in_line(of, prefix, id)) then
		return job_in_line(keys, in_line(of, prefix, id)), 'WAITING'
	end
end
