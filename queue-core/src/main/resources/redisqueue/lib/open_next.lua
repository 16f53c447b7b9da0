-- include lib/fitting
-- include lib/group_members
-- include lib/limits
-- include lib/memory
-- include lib/ready_time
-- include lib/time
-- Opens the next jobs of groups, see group_members. An open job becomes ready at the tail.

-- How many jobs of a group, and in all, one call opens at most; how many bytes of payloads it moves about; and how often it
-- looks again if what it found counts for nothing.
local MAX_OF_GROUP, MAX_OPENED, MAX_MOVED, MAX_ROUNDS = 100, 1000, 64 * 1024 * 1024, 5

-- Jobs that open at the same time keep their order in delayed: they are so much of a millisecond apart.
local OPEN_STEP = 2 ^ -12

-- The groups in which jobs wait, each once.
local function groups_with_heads(keys, groups)
	local unique, is_seen, found = {}, {}, {}
	for _, group in ipairs(groups) do
		if not is_seen[group] and #unique < MAX_OPENED then
			is_seen[group] = true
			unique[#unique + 1] = group
		end
	end
	if redis.call('EXISTS', keys.heads) == 0 then
		-- Somebody may have deleted the key.
		return redis.call('EXISTS', keys.line) == 1 and unique or found
	end
	for k, score in ipairs(redis.call('ZMSCORE', keys.heads, unpack(unique))) do
		found[#found + 1] = score and unique[k] or nil
	end
	return found
end

-- Collects the first jobs in the lines of some groups, as many as there is room for. By group, behind has the member that
-- stands behind them.
local function collect(keys, groups, max_open)
	local candidates = { ids = {}, members = {}, groups = {}, behind = {} }
	for _, group in ipairs(groups) do
		local from, to = range_of(group)
		local room = math.min(MAX_OF_GROUP, math.max(0, MAX_OPENED - #candidates.ids))
		if max_open > 0 then
			room = math.max(0, math.min(room, max_open - redis.call('ZLEXCOUNT', keys.open, from, to)))
		end
		local members = redis.call('ZRANGE', keys.line, from, to, 'BYLEX', 'LIMIT', 0, room + 1)
		candidates.behind[group] = #members > room and table.remove(members) or nil
		for _, member in ipairs(members) do
			local k = #candidates.ids + 1
			candidates.ids[k] = string.sub(member, #group + PREFIX + 2)
			candidates.members[k], candidates.groups[k] = member, group
		end
	end
	return candidates
end

-- Jobs with these payloads become ready or, until their times in ms, delayed. Abort: where jobs stand in a list, the payload
-- comes last, else it comes first; until both are there, the job is not.
local function put_open(keys, ids, payloads, due)
	local now_in_us = now_us()
	local now, ready, delayed, contents = math.floor(now_in_us / 1000), {}, {}, {}
	for k, id in ipairs(ids) do
		contents[2 * k - 1], contents[2 * k] = keys.item_base and keys.item_base .. id or id, payloads[k]
		if due[k] <= now and keys.queue then
			ready[#ready + 1] = id
		else
			-- Delayed ones that are due: those of a stream become entries up to this millisecond, and no later.
			local arrival_ms = now_in_us / 1000 + k * OPEN_STEP - (keys.stream and 1 or 0)
			delayed[#delayed + 1], delayed[#delayed + 2] = due[k] <= now and arrival_ms or due[k], id
		end
	end
	if not keys.queue then
		redis.call('HSET', keys.jobs, unpack(contents))
	end
	if #ready > 0 then
		redis.call('LPUSH', keys.queue, unpack(ready))
	end
	if #delayed > 0 then
		redis.call('ZADD', keys.delayed, unpack(delayed))
	end
	if keys.item_base then
		redis.call('MSET', unpack(contents))
	elseif keys.queue then
		redis.call('HSET', keys.jobs, unpack(contents))
	end
end

-- When the jobs of a group become ready, one after the other, in ms. next_ms gives the earliest time by group.
local function due_of(keys, paces, group, now)
	if paces.spacing_ms == 0 then
		return now
	end
	local earliest = paces.next_ms[group]
	if not earliest then
		-- No later than it can be, or a clock that was set back would stop the group until the old time has come.
		local recorded = tonumber(redis.call('ZSCORE', keys.paces, group) or 0)
		earliest = math.max(now, math.min(recorded, now + paces.spacing_ms * paces.most))
	end
	paces.next_ms[group] = earliest + paces.spacing_ms
	return math.ceil(earliest)
end

-- A group whose time is over needs no entry. The key expires when all times are over.
local function store_paces(keys, next_ms, now)
	local scores, latest = {}, now
	for group, earliest in pairs(next_ms) do
		scores[#scores + 1], scores[#scores + 2] = earliest, group
		latest = math.max(latest, math.ceil(earliest))
	end
	redis.call('ZADD', keys.paces, unpack(scores))
	if redis.call('PTTL', keys.paces) < latest - now then
		redis.call('PEXPIRE', keys.paces, string.format('%.0f', latest - now))
	end
	local over = redis.call('ZRANGE', keys.paces, '-inf', now, 'BYSCORE', 'LIMIT', 0, 100)
	if #over > 0 then
		redis.call('ZREM', keys.paces, unpack(over))
	end
end

-- Which of some ids foreign clients have given to jobs of theirs, in a queue that they share: these go first.
local function taken_ids(keys, ids)
	local items, taken = {}, {}
	for k, id in ipairs(keys.item_base and ids or {}) do
		items[k] = keys.item_base .. id
	end
	if #items == 0 or redis.call('EXISTS', unpack(items)) == 0 then
		return taken
	end
	for k, item in ipairs(items) do
		taken[k] = redis.call('EXISTS', item) == 1
	end
	return taken
end

-- Opens those of some candidates that count: their records name their positions, and they have payloads. The others leave
-- the line. By group, blocked has the first one that has to wait for a foreign job. Hands the places over in one command.
-- Abort: a job with a place, but in no line any more, has its payload in waiting until it is ready; the cleaner finds it.
local function open_some(keys, some, from, to, opened, now)
	local ids = { unpack(some.ids, from, to) }
	local payloads = redis.call('HMGET', keys.waiting, unpack(ids))
	local records, taken = redis.call('HMGET', keys.groups, unpack(ids)), taken_ids(keys, ids)
	local open, contents, due, places, left, lost = {}, {}, {}, {}, {}, {}
	for k, id in ipairs(ids) do
		local group, member = some.groups[from + k - 1], some.members[from + k - 1]
		local of, prefix = parse_group(records[k])
		local is_recorded = of == group and in_line(group, prefix, id) == member
		if is_recorded and (taken[k] or opened.blocked[group]) then
			opened.blocked[group] = opened.blocked[group] or member
		else
			left[#left + 1] = member
			if is_recorded and payloads[k] then
				local at = #open + 1
				open[at], contents[at], due[at] = id, payloads[k], due_of(keys, opened.paces, group, now)
				places[2 * at - 1], places[2 * at] = 0, place_of(group, id)
				opened.bytes, opened.largest = opened.bytes + #payloads[k], math.max(opened.largest, #payloads[k])
				opened.ready = opened.ready + (due[at] <= now and 1 or 0)
				opened.soonest = math.min(opened.soonest, due[at])
			else
				opened.again[#opened.again + 1] = not opened.is_again[group] and group or nil
				opened.is_again[group] = true
				lost[#lost + 1] = is_recorded and id or nil
			end
		end
	end
	if #open > 0 then
		write(keys, 'ZADD', keys.open, unpack(places))
	end
	if #left > 0 then
		redis.call('ZREM', keys.line, unpack(left))
	end
	if #open > 0 then
		put_open(keys, open, contents, due)
		redis.call('HDEL', keys.waiting, unpack(open))
	end
	if #lost > 0 then
		redis.call('HDEL', keys.groups, unpack(lost))
	end
	opened.count = opened.count + #open
end

-- The first jobs in line of the groups are others now, or there is none.
local function store_heads(keys, groups, behind, blocked)
	local heads, headless = {}, {}
	for _, group in ipairs(groups) do
		local head = blocked[group] or behind[group]
		if head then
			heads[#heads + 1] = tonumber(string.sub(head, #group + PREFIX - 12, #group + PREFIX)) or 0
			heads[#heads + 1] = group
		else
			headless[#headless + 1] = group
		end
	end
	if #heads > 0 then
		redis.call('ZADD', keys.heads, unpack(heads))
	end
	if #headless > 0 then
		redis.call('ZREM', keys.heads, unpack(headless))
	end
end

-- Opens the next jobs of some groups: all of them, some at a time, if it is on record that there are no limits, but one of
-- each group if the record is lost. Returns for how many jobs somebody who waits has to be woken.
local function open_next(keys, groups, now)
	groups = #groups > 0 and groups_with_heads(keys, groups) or groups
	if #groups == 0 then
		return 0
	end
	local limits, first = read_limits(keys, ''), nil
	local max_open, spacing_ms = limits and limits.max_open or 1, limits and limits.spacing_us / 1000 or 0
	if not limits and redis.call('MGET', keys.limits)[1] == NONE then
		max_open = 0
	end
	local opened = { count = 0, ready = 0, bytes = 0, largest = 1, soonest = math.huge, blocked = {} }
	opened.paces = { spacing_ms = spacing_ms, next_ms = {}, most = max_open > 0 and max_open or MAX_OPENED }
	for _ = 1, MAX_ROUNDS do
		local some, done = collect(keys, groups, max_open), 0
		first = first or (spacing_ms > 0 and first_to_come(keys, now) or 0)
		opened.again, opened.is_again = {}, {}
		while done < #some.ids and opened.bytes < MAX_MOVED do
			local last = math.min(done + fitting(opened.count, 0, opened.largest), #some.ids)
			open_some(keys, some, done + 1, last, opened, now)
			done = last
		end
		for k = #some.ids, done + 1, -1 do
			some.behind[some.groups[k]] = some.members[k]
		end
		store_heads(keys, groups, some.behind, opened.blocked)
		groups = opened.again
		if #groups == 0 or opened.bytes >= MAX_MOVED then
			break
		end
	end
	if next(opened.paces.next_ms) then
		store_paces(keys, opened.paces.next_ms, now)
	end
	return opened.ready + (opened.soonest > now and opened.soonest < first and 1 or 0)
end
