-- include lib/fitting
-- include lib/group_members
-- include lib/limits
-- include lib/memory
-- include lib/put_open
-- include lib/ready_time
-- Opens the next jobs of groups, see group_members. An open job becomes ready at the tail.

-- How many jobs of a group, and in all, one call opens at most; how many bytes of payloads it moves about; and how often it
-- looks again if what it found counts for nothing.
local MAX_OF_GROUP, MAX_OPENED, MAX_MOVED, MAX_ROUNDS = 100, 1000, 64 * 1024 * 1024, 5

-- The groups in which jobs wait, each once. If there are about as many as have open jobs, it may as well be all of them:
-- the search in the line tells.
local function groups_with_heads(keys, groups)
	local unique, is_seen, count, found, FEW = {}, {}, 0, {}, 10
	local known = redis.call('EXISTS', keys.heads, keys.line)
	if known == 0 then
		return found
	end
	for _, group in ipairs(groups) do
		if not is_seen[group] and count < MAX_OPENED then
			is_seen[group], count = true, count + 1
			unique[count] = group
		end
	end
	if known == 1 and redis.call('EXISTS', keys.line) == 1 then
		-- Somebody has deleted the heads.
		return unique
	end
	if count > FEW and redis.call('ZCARD', keys.heads) >= redis.call('ZCARD', keys.open) then
		return unique
	end
	for k, score in ipairs(redis.call('ZMSCORE', keys.heads, unpack(unique))) do
		found[#found + 1] = score and unique[k] or nil
	end
	return found
end

-- Collects the first jobs in the lines of some groups: as many as there is room for, but no more than most of each, and left
-- in all. By group, is_last tells that these are all that it has in line.
local function collect(keys, groups, max_open, most, left)
	local candidates = { ids = {}, members = {}, groups = {}, is_last = {} }
	local ids, found, of = candidates.ids, candidates.members, candidates.groups
	local none, k, texts = {}, 0, {}
	for _, group in ipairs(groups) do
		local from, to = range_of(group)
		local room = math.min(most, left - k)
		if max_open > 0 then
			room = math.min(room, max_open - redis.call('ZLEXCOUNT', keys.open, from, to))
		end
		-- One more than there is room for tells whether more wait. Numbers take longer to become arguments than texts.
		texts[room] = texts[room] or tostring(room + 1)
		local members = room > 0 and redis.call('ZRANGE', keys.line, from, to, 'BYLEX', 'LIMIT', '0', texts[room]) or none
		candidates.is_last[group] = #members <= room and room > 0
		members[room + 1] = nil
		local behind = #group + PREFIX + 2
		for _, member in ipairs(members) do
			k = k + 1
			ids[k], found[k], of[k] = string.sub(member, behind), member, group
		end
	end
	return candidates
end

-- When the last of the open jobs of a group becomes ready, in ms; now if none is delayed. If they are very many, it is when
-- the last of so many would, one behind the other.
local function last_due(keys, paces, group, now)
	local LEASED = 2 ^ 52
	local from, to = range_of(group)
	local ids, latest = {}, now
	for k, member in ipairs(redis.call('ZRANGE', keys.open, from, to, 'BYLEX', 'LIMIT', 0, MAX_OPENED)) do
		ids[k] = string.sub(member, #group + 3)
	end
	if #ids == MAX_OPENED then
		return now + paces.spacing_ms * paces.most
	end
	for _, score in ipairs(#ids > 0 and redis.call('ZMSCORE', keys.delayed, unpack(ids)) or {}) do
		local due = tonumber(score or 0)
		latest = due < LEASED and math.max(latest, due) or latest
	end
	return latest
end

-- When the jobs of a group become ready, one after the other, in ms. next_ms gives the earliest time by group.
local function due_of(keys, paces, group, now)
	local earliest = paces.next_ms[group]
	if not earliest then
		-- No later than behind the last one, or a clock that was set back would stop the group until the old time has come.
		earliest = tonumber(redis.call('ZSCORE', keys.paces, group) or 0)
		if earliest > now + paces.spacing_ms then
			earliest = math.min(earliest, last_due(keys, paces, group, now) + paces.spacing_ms)
		end
		earliest = math.max(now, earliest)
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
-- the line. By group, is_blocked tells that the first one has to wait for a foreign job. Hands the places over in one command.
-- Abort: a job with a place, but in no line any more, has its payload in waiting until it is ready; the cleaner finds it.
local function open_some(keys, some, from, to, opened, now)
	local ids = { unpack(some.ids, from, to) }
	local payloads = redis.call('HMGET', keys.waiting, unpack(ids))
	local records, taken = redis.call('HMGET', keys.groups, unpack(ids)), taken_ids(keys, ids)
	local open, contents, due, places, left, lost = {}, {}, {}, {}, {}, {}
	local at, moved, is_spaced = 0, 0, opened.paces.spacing_ms > 0
	for k, id in ipairs(ids) do
		local group, member, payload = some.groups[from + k - 1], some.members[from + k - 1], payloads[k]
		local is_recorded = records[k] == string.sub(member, #group + 2, #group + 1 + PREFIX) .. group
		if is_recorded and (taken[k] or opened.is_blocked[group]) then
			opened.is_blocked[group] = true
		else
			moved = moved + 1
			left[moved] = member
			if is_recorded and payload then
				at = at + 1
				open[at], contents[at], due[at] = id, payload, is_spaced and due_of(keys, opened.paces, group, now) or now
				places[2 * at - 1], places[2 * at] = '0', place_of(group, id)
				opened.bytes, opened.largest = opened.bytes + #payload, math.max(opened.largest, #payload)
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
		put_open(keys, open, contents, due, now)
		redis.call('HDEL', keys.waiting, unpack(open))
	end
	if #lost > 0 then
		redis.call('HDEL', keys.groups, unpack(lost))
	end
	opened.count = opened.count + #open
end

-- Groups in which no job waits any more have no head. The others keep theirs as it is.
local function remove_heads(keys, groups, some, opened)
	local headless = {}
	for _, group in ipairs(groups) do
		headless[#headless + 1] = some.is_last[group] and not opened.is_blocked[group] and group or nil
	end
	if #headless > 0 then
		redis.call('ZREM', keys.heads, unpack(headless))
	end
end

-- Those of some groups that have more in line.
local function with_more(groups, is_last)
	local more = {}
	for _, group in ipairs(groups) do
		more[#more + 1] = not is_last[group] and group or nil
	end
	return more
end

-- Opens jobs of some groups, at most so many of each, and tells which of them have more in line.
local function open_jobs(keys, groups, max_open, most, opened, now)
	local all, is_last = groups, {}
	for _ = 1, MAX_ROUNDS do
		local some, done = collect(keys, groups, max_open, most, MAX_OPENED - opened.count), 0
		opened.again, opened.is_again = {}, {}
		while done < #some.ids and opened.bytes < MAX_MOVED do
			local last = math.min(done + fitting(opened.count, 0, opened.largest), #some.ids)
			open_some(keys, some, done + 1, last, opened, now)
			done = last
		end
		for k = done + 1, #some.ids do
			some.is_last[some.groups[k]] = false
		end
		remove_heads(keys, groups, some, opened)
		for group, is_done in pairs(some.is_last) do
			is_last[group] = is_done
		end
		groups = opened.again
		if #groups == 0 or opened.bytes >= MAX_MOVED then
			break
		end
	end
	return with_more(all, is_last)
end

-- How many jobs of a group may be open: 0 for any number, if it is on record that there are no limits, but one if the
-- record is lost. Also returns the limits, nil if there are none.
local function recorded_max_open(keys)
	local limits = read_limits(keys, '')
	return limits and limits.max_open or recorded_limits(keys) == NONE and 0 or 1, limits
end

-- Opens the next jobs of some groups, some at a time. Of several groups each gets one before any gets more. Returns for how many jobs
-- somebody who waits has to be woken.
local function open_next(keys, groups, now)
	groups = #groups > 0 and groups_with_heads(keys, groups) or groups
	if #groups == 0 then
		return 0
	end
	local max_open, limits = recorded_max_open(keys)
	local spacing_ms = limits and limits.spacing_us / 1000 or 0
	local opened = { count = 0, ready = 0, bytes = 0, largest = 1, soonest = math.huge, is_blocked = {} }
	opened.paces = { spacing_ms = spacing_ms, next_ms = {}, most = max_open > 0 and max_open or MAX_OPENED }
	local first = spacing_ms > 0 and first_to_come(keys, now) or 0
	if #groups > 1 and max_open ~= 1 then
		groups = open_jobs(keys, groups, max_open, 1, opened, now)
	end
	if #groups > 0 and opened.count < MAX_OPENED and opened.bytes < MAX_MOVED then
		open_jobs(keys, groups, max_open, MAX_OF_GROUP, opened, now)
	end
	if next(opened.paces.next_ms) then
		store_paces(keys, opened.paces.next_ms, now)
	end
	return opened.ready + (opened.soonest > now and opened.soonest < first and 1 or 0)
end
