-- include lib/fitting
-- include lib/group_members
-- include lib/join_groups
-- include lib/memory
-- include lib/open_next
-- include lib/put_open
-- include lib/time
-- Mends groups whose jobs ended without opening the next ones, as an aborted script, a foreign client or a key that somebody
-- deleted leaves them. exists(keys, id) tells whether there is such a job outside of the lines.

-- How many places one call looks at, of a group and, about, in all.
local MAX_PLACES = 1000

-- Looks at the places of a group: one without a job is free again, unless the job was about to open; one that a replacement
-- has delayed was not. Returns how many there are, how many were free, and how many bytes were read.
local function check_places(keys, group, exists, now)
	local from, to = range_of(group)
	local dropped, bytes = 0, 0
	local members = redis.call('ZRANGE', keys.open, from, to, 'BYLEX', 'LIMIT', 0, MAX_PLACES)
	for _, member in ipairs(members) do
		local id = string.sub(member, #group + 3)
		local is_place = member == place_of(group, id)
		local is_there, read = false, 0
		if is_place then
			is_there, read = exists(keys, id)
		end
		bytes = bytes + (read or 0)
		if is_place and not is_there then
			local payload = redis.call('HGET', keys.waiting, id)
			local of, prefix = parse_group(redis.call('HGET', keys.groups, id))
			local waits = of == group and (redis.call('ZSCORE', keys.line, in_line(group, prefix, id))
				or redis.call('ZSCORE', keys.joining, prefix .. id))
			if payload and of == group and not waits then
				write(keys, 'HSET', keys.groups, id, prefix .. group)
				put_open(keys, { id }, { payload }, { now }, now)
				redis.call('HDEL', keys.waiting, id)
				bytes = bytes + #payload
			else
				redis.call('ZREM', keys.open, member)
				dropped = dropped + 1
				if of == group and not payload then
					redis.call('HDEL', keys.groups, id)
				end
			end
		elseif not is_place and not redis.call('ZSCORE', keys.kept, member) then
			redis.call('ZREM', keys.open, member)
			dropped = dropped + 1
		end
	end
	return #members, dropped, bytes
end

-- The groups in which jobs wait from a rank on, by when their first jobs joined. If the key is lost, it is made anew from
-- the lines.
local function some_heads(keys, rank, count)
	if redis.call('EXISTS', keys.heads) == 0 then
		for _, member in ipairs(redis.call('ZRANGE', keys.line, 0, count - 1)) do
			local group = group_in(member)
			if group then
				write(keys, 'ZADD', keys.heads, 'NX', 0, group)
			end
		end
	end
	return redis.call('ZRANGE', keys.heads, rank, rank + count - 1, 'WITHSCORES')
end

-- The rank behind that of a head, which a cursor names by its time and its group; if that has gone or come again, the first
-- of the heads of that time. And the time of the last head that was there when the first call of a cycle looked, nil for
-- that call: heads come at the end, so while many come, a cycle without that would not end.
local function read_cursor(keys, cursor)
	local score, group, ends = string.match(cursor, '^(%S+) (.*)\n(%S+)$')
	if not score then
		return 0
	end
	local rank = redis.call('ZSCORE', keys.heads, group) == score and redis.call('ZRANK', keys.heads, group)
	return rank and rank + 1 or redis.call('ZCOUNT', keys.heads, '-inf', '(' .. score), ends
end

-- The cursor behind the last of some heads that is still there. Heads come at the end, so none is passed by.
local function cursor_behind(keys, heads, last, ends)
	for k = last, 1, -2 do
		if redis.call('ZSCORE', keys.heads, heads[k]) == heads[k + 1] then
			return heads[k + 1] .. ' ' .. heads[k] .. '\n' .. ends
		end
	end
end

-- Mends some of the groups in which jobs wait, behind a cursor, which is empty in the beginning. Returns the next cursor, 0 in
-- the end; how many places were free, how many bytes were read, how many groups were looked at; and for how many jobs
-- somebody who waits has to be woken.
local function mend_groups(keys, cursor, count, exists)
	local now = now_ms()
	local waking = join_due(keys, now)
	local rank, ends = read_cursor(keys, cursor)
	local heads, groups, looked, dropped, bytes = some_heads(keys, rank, count), {}, 0, 0, 0
	local max_open, last = recorded_max_open(keys), -1
	if #heads > 0 then
		allow_oom(keys)
		ends = ends or redis.call('ZRANGE', keys.heads, -1, -1, 'WITHSCORES')[2]
	end
	-- What has come since the cycle began is left to the next one.
	local is_last_page = #heads < 2 * count
	while #heads > 0 and tonumber(heads[#heads]) > tonumber(ends) do
		heads[#heads], heads[#heads - 1], is_last_page = nil, nil, true
	end
	while last + 2 < #heads and looked < MAX_PLACES and bytes < MAX_BYTES do
		last = last + 2
		local places, gone, read = check_places(keys, heads[last], exists, now)
		if max_open == 0 or places - gone < max_open or places == MAX_PLACES then
			groups[#groups + 1] = heads[last]
		end
		looked, dropped, bytes = looked + places, dropped + gone, bytes + read
	end
	waking = waking + open_next(keys, groups, now)
	local is_done = last + 2 > #heads and is_last_page and redis.call('ZCOUNT', keys.kept, '-inf', now) == 0
	return is_done and '0' or cursor_behind(keys, heads, last, ends) or cursor, dropped, bytes, (last + 1) / 2, waking
end
