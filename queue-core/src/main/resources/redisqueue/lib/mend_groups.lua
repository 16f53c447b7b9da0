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
-- has delayed was not. Returns how many
-- there are, how many were free, and how many bytes were read.
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

-- The groups in which jobs wait, by when their first jobs joined. If the key is lost, it is made anew from the lines.
local function some_heads(keys, score, skip, count)
	if redis.call('EXISTS', keys.heads) == 0 then
		for _, member in ipairs(redis.call('ZRANGE', keys.line, 0, count - 1)) do
			local group = group_in(member)
			if group then
				write(keys, 'ZADD', keys.heads, 'NX', 0, group)
			end
		end
	end
	return redis.call('ZRANGE', keys.heads, score, '+inf', 'BYSCORE', 'LIMIT', skip, count, 'WITHSCORES')
end

-- How many of some groups still have heads.
local function count_heads(keys, groups)
	local count = 0
	for _, score in ipairs(#groups > 0 and redis.call('ZMSCORE', keys.heads, unpack(groups)) or {}) do
		count = count + (score and 1 or 0)
	end
	return count
end

-- Mends some of the groups in which jobs wait. The cursor is 0 in the beginning and in the end, else the time of the last
-- head, and how many with that time have been looked at and are still there: heads only become later, so nothing is passed
-- by unless others remove heads of that time meanwhile; the next cleaning finds that. Returns the next cursor, how many places were free, how many bytes were read, and for how many jobs somebody who
-- waits has to be woken.
local function mend_groups(keys, cursor, count, exists)
	local now = now_ms()
	local waking = join_due(keys, now)
	local score, skip = string.match(cursor, '^(.*) (%d+)$')
	score, skip = score or '-inf', tonumber(skip or 0)
	local heads, groups, looked, dropped, bytes = some_heads(keys, score, skip, count), {}, 0, 0, 0
	local of_last = {}
	if #heads > 0 then
		allow_oom(keys)
	end
	local k = 1
	while k < #heads and looked < MAX_PLACES and bytes < MAX_BYTES do
		local places, gone, read = check_places(keys, heads[k], exists, now)
		groups[#groups + 1] = heads[k]
		looked, dropped, bytes = looked + places, dropped + gone, bytes + read
		if heads[k + 1] ~= score then
			score, skip, of_last = heads[k + 1], 0, {}
		end
		of_last[#of_last + 1] = heads[k]
		k = k + 2
	end
	local is_done = k > #heads and #heads < 2 * count
	waking = waking + open_next(keys, groups, now)
	return is_done and '0' or score .. ' ' .. skip + count_heads(keys, of_last), dropped, bytes, waking
end
