-- include lib/group_members
-- include lib/limits
-- include lib/memory
-- include lib/ready_time
-- include lib/time
-- Opens the next jobs of groups, see group_members. An open job becomes ready at the tail.

-- Jobs that open at the same time keep their order in delayed: they are so much of a millisecond apart.
local OPEN_STEP = 2 ^ -12

-- How many jobs of a group, and in all, one call opens at most; and how many bytes of payloads it copies about.
local MAX_OF_GROUP, MAX_OPENED, MAX_COPIED = 100, 1000, 64 * 1024 * 1024

-- The first jobs in the line of a group, as many as there is room for, and the one behind them.
local function next_in_line(keys, group, max_open)
	local from, to = range_of(group)
	local room = MAX_OF_GROUP
	if max_open > 0 then
		room = math.max(0, math.min(room, max_open - redis.call('ZLEXCOUNT', keys.open, from, to)))
	end
	local members = redis.call('ZRANGE', keys.line, from, to, 'BYLEX', 'LIMIT', 0, room + 1)
	return members, #members > room and table.remove(members) or nil
end

-- Whether a foreign client has added a job with this id to a queue that it shares: then that one goes first.
local function is_taken(keys, id)
	return keys.item_base and redis.call('EXISTS', keys.item_base .. id) == 1
end

-- Jobs with these payloads become ready or, until their times in ms, delayed.
local function put_open(keys, ids, payloads, due, now_in_us)
	local now, ready, delayed, contents = math.floor(now_in_us / 1000), {}, {}, {}
	for k, id in ipairs(ids) do
		if keys.item_base then
			redis.call('SET', keys.item_base .. id, payloads[k])
		end
		contents[2 * k - 1], contents[2 * k] = id, payloads[k]
		if due[k] <= now and keys.queue then
			ready[#ready + 1] = id
		else
			-- Delayed ones that are due: those of a stream become entries up to this millisecond, and no later.
			local arrival_ms = now_in_us / 1000 + k * OPEN_STEP - (keys.stream and 1 or 0)
			delayed[#delayed + 1], delayed[#delayed + 2] = due[k] <= now and arrival_ms or due[k], id
		end
	end
	if not keys.item_base then
		redis.call('HSET', keys.jobs, unpack(contents))
	end
	if #ready > 0 then
		redis.call('LPUSH', keys.queue, unpack(ready))
	end
	if #delayed > 0 then
		redis.call('ZADD', keys.delayed, unpack(delayed))
	end
end

-- Whether the record of a job names this position in the line.
local function is_recorded(keys, group, member, id)
	local of, prefix = parse_group(redis.call('HGET', keys.groups, id))
	return of == group and in_line(group, prefix, id) == member
end

-- Takes the first jobs of a line into what is to open. Returns false if the first of those that are left does not open,
-- although there is room.
local function take_in_line(keys, group, members, now, spacing_ms, opened)
	local pace = spacing_ms > 0 and tonumber(redis.call('ZSCORE', keys.paces, group) or 0) or 0
	for _, member in ipairs(members) do
		local id = string.sub(member, #group + PREFIX + 2)
		if is_taken(keys, id) then
			return member
		end
		local payload = redis.call('HGET', keys.waiting, id)
		opened.in_line[#opened.in_line + 1] = member
		opened.ids[#opened.ids + 1] = id
		if payload then
			local due = math.max(now, math.ceil(pace))
			pace = math.max(now, pace) + spacing_ms
			opened.places[#opened.places + 1], opened.places[#opened.places + 2] = 0, place_of(group, id)
			local k = #opened.open + 1
			opened.open[k], opened.payloads[k], opened.due[k] = id, payload, due
			opened.soonest = math.min(opened.soonest, due)
			opened.ready = opened.ready + (due <= now and 1 or 0)
			opened.bytes = opened.bytes + #payload
		elseif is_recorded(keys, group, member, id) then
			opened.lost[#opened.lost + 1] = id
		end
	end
	if spacing_ms > 0 and #members > 0 then
		opened.paces[#opened.paces + 1], opened.paces[#opened.paces + 2] = pace, group
	end
end

-- A group whose time is over needs no entry. The key expires when all times are over.
local function store_paces(keys, paces, now)
	local latest = now
	for k = 1, #paces, 2 do
		latest = math.max(latest, math.ceil(paces[k]))
	end
	redis.call('ZADD', keys.paces, unpack(paces))
	if redis.call('PTTL', keys.paces) < latest - now then
		redis.call('PEXPIRE', keys.paces, string.format('%.0f', latest - now))
	end
	local over = redis.call('ZRANGE', keys.paces, '-inf', now, 'BYSCORE', 'LIMIT', 0, 100)
	if #over > 0 then
		redis.call('ZREM', keys.paces, unpack(over))
	end
end

-- Hands the places over in one command. Abort: a job with a place, but in no line any more, has its payload in waiting
-- until it is delayed; the cleaner finds it.
local function open_jobs(keys, opened, now_in_us)
	if #opened.places > 0 then
		write(keys, 'ZADD', keys.open, unpack(opened.places))
	end
	redis.call('ZREM', keys.line, unpack(opened.in_line))
	if #opened.open > 0 then
		put_open(keys, opened.open, opened.payloads, opened.due, now_in_us)
	end
	redis.call('HDEL', keys.waiting, unpack(opened.ids))
	if #opened.lost > 0 then
		redis.call('HDEL', keys.groups, unpack(opened.lost))
	end
end

-- Opens the next jobs of some groups. Returns for how many jobs somebody who waits has to be woken.
local function open_next(keys, groups, now)
	if #groups == 0 then
		return 0
	end
	local limits = read_limits(keys, '')
	local max_open, spacing_ms = limits and limits.max_open or 0, limits and limits.spacing_us / 1000 or 0
	local opened = { in_line = {}, ids = {}, places = {}, open = {}, payloads = {}, due = {}, lost = {}, paces = {} }
	opened.ready, opened.bytes, opened.soonest = 0, 0, math.huge
	local heads, headless, is_seen = {}, {}, {}
	for _, group in ipairs(groups) do
		if not is_seen[group] and #opened.ids < MAX_OPENED and opened.bytes < MAX_COPIED then
			is_seen[group] = true
			local members, behind = next_in_line(keys, group, max_open)
			local head = take_in_line(keys, group, members, now, spacing_ms, opened) or behind
			if head then
				heads[#heads + 1] = tonumber(string.sub(head, #group + PREFIX - 12, #group + PREFIX))
				heads[#heads + 1] = group
			else
				headless[#headless + 1] = group
			end
		end
	end
	local first = #opened.due > 0 and opened.soonest > now and first_to_come(keys, now) or 0
	if #opened.in_line > 0 then
		open_jobs(keys, opened, now_us())
	end
	if #heads > 0 then
		redis.call('ZADD', keys.heads, unpack(heads))
	end
	if #headless > 0 then
		redis.call('ZREM', keys.heads, unpack(headless))
	end
	if #opened.paces > 0 then
		store_paces(keys, opened.paces, now)
	end
	return opened.ready + (opened.soonest < first and 1 or 0)
end
