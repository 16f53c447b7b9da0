-- include lib/first_to_arrive
-- include lib/group_members
-- include lib/kept_places
-- include lib/memory
-- include lib/open_next
-- include lib/ready_time
-- include lib/tokens
-- Jobs join the lines of their groups.

-- How many delayed jobs one call lets join.
local MAX_JOINING = 500

-- The groups at the ends of lines, and what stands there.
local function new_lines(now)
	return { records = {}, members = {}, heads = {}, groups = {}, since = string.format('%.0f', now) }
end

local function add_to_line(lines, id, group, number, now)
	local prefix, k = prefix_of(number, now), #lines.groups + 1
	lines.groups[k] = group
	lines.records[2 * k - 1], lines.records[2 * k] = id, prefix .. group
	lines.members[2 * k - 1], lines.members[2 * k] = '0', in_line(group, prefix, id)
	lines.heads[2 * k - 1], lines.heads[2 * k] = lines.since, group
end

-- The records come last. Abort: a position that no record names counts for nothing; a group without jobs in its line is
-- no longer among the heads after the next cleaning.
local function store_lines(keys, lines)
	if #lines.groups == 0 then
		return
	end
	redis.call('ZADD', keys.heads, 'NX', unpack(lines.heads))
	redis.call('ZADD', keys.line, unpack(lines.members))
	redis.call('HSET', keys.groups, lines.records[1], TOO_LONG, unpack(lines.records))
end

-- Delayed jobs that are due join, and next jobs open, also in place of those whose places were kept for long enough.
-- Returns for how many jobs somebody who waits has to be woken, and whether more are due.
local function join_due(keys, now)
	if redis.call('EXISTS', keys.joining, keys.kept) == 0 then
		return 0, false
	end
	local freed = drop_expired_places(keys, now)
	local members = redis.call('ZRANGE', keys.joining, '-inf', now, 'BYSCORE', 'LIMIT', 0, MAX_JOINING)
	if #members == 0 then
		return #freed > 0 and open_next(keys, freed, now) or 0, false
	end
	allow_oom(keys)
	local ids, lines = {}, new_lines(now)
	for k, member in ipairs(members) do
		ids[k] = string.sub(member, PREFIX + 1)
	end
	local records, number = redis.call('HMGET', keys.groups, unpack(ids)), reserve_tokens(keys, #ids)
	for k, id in ipairs(ids) do
		local group, prefix = parse_group(records[k])
		if group and prefix .. id == members[k] then
			add_to_line(lines, id, group, number + k - 1, now)
		end
	end
	store_lines(keys, lines)
	redis.call('ZREM', keys.joining, unpack(members))
	for _, group in ipairs(freed) do
		lines.groups[#lines.groups + 1] = group
	end
	return open_next(keys, lines.groups, now), #members == MAX_JOINING
end

local function store_headers(keys, jobs)
	local headed, bare = {}, {}
	for _, job in ipairs(jobs) do
		if job.packed ~= '' then
			headed[#headed + 1], headed[#headed + 2] = job.id, job.packed
		else
			bare[#bare + 1] = job.id
		end
	end
	if #headed > 0 then
		redis.call('HSET', keys.headers, unpack(headed))
	end
	if #bare > 0 then
		redis.call('HDEL', keys.headers, unpack(bare))
	end
end

local function without_memory_fails(_, ...)
	return redis.call(...)
end

-- What is due joins before new jobs. Without memory this fails, unlike join_due. Returns what that does.
local function join_due_before(keys, now)
	count_tokens(keys, 0, without_memory_fails)
	return join_due(keys, now)
end

-- New jobs, each with id, group, payload, packed headers (empty: none) and due, a time in ms, join their groups or, if
-- they are not due, are delayed before; also if more is due that has not joined yet. Who calls this opens the next jobs of
-- the groups, which it returns; and 1 if somebody who waits has to be woken for an earlier time, else 0. The records come
-- last: a job without one has not been added.
local function join_groups(keys, jobs, now, is_more)
	local first = math.min(first_to_come(keys, now), first_to_join(keys))
	local number = count_tokens(keys, #jobs, without_memory_fails)
	local payloads, joining, records, lines, soonest = {}, {}, {}, new_lines(now), math.huge
	for k, job in ipairs(jobs) do
		payloads[2 * k - 1], payloads[2 * k] = job.id, job.payload
		if job.due > now or is_more then
			local due = math.max(job.due, now)
			local prefix = prefix_of(number + k - 1, due)
			joining[#joining + 1], joining[#joining + 2] = string.format('%.0f', due), prefix .. job.id
			records[#records + 1], records[#records + 2] = job.id, prefix .. job.group
			soonest = math.min(soonest, due)
		else
			add_to_line(lines, job.id, job.group, number + k - 1, now)
		end
	end
	redis.call('HSET', keys.waiting, payloads[1], TOO_LONG, unpack(payloads))
	store_headers(keys, jobs)
	if #joining > 0 then
		redis.call('ZADD', keys.joining, unpack(joining))
		redis.call('HSET', keys.groups, records[1], TOO_LONG, unpack(records))
	end
	store_lines(keys, lines)
	return lines.groups, soonest < first and 1 or 0
end
