-- include lib/group_members
-- What is left in the keys of groups of jobs that do not exist any more. Each function looks at about so many members, and
-- returns the next cursor, how many leftovers were dropped, and how many bytes were read.

local function count_bytes(values)
	local bytes = 0
	for _, value in ipairs(values) do
		bytes = bytes + #value
	end
	return bytes
end

-- Records of jobs that are neither open nor wait.
local function sweep_records(keys, cursor, count, exists)
	local page = redis.call('HSCAN', keys.groups, cursor, 'COUNT', count)
	local dropped, bytes = 0, count_bytes(page[2])
	for k = 1, #page[2], 2 do
		local id, group, prefix = page[2][k], parse_group(page[2][k + 1])
		local is_waiting = group and redis.call('HEXISTS', keys.waiting, id) == 1
		local is_there, read = is_waiting, 0
		if group and not is_waiting then
			is_there, read = exists(keys, id)
		end
		bytes = bytes + (read or 0)
		if not is_there then
			dropped = dropped + redis.call('HDEL', keys.groups, id)
			if group then
				redis.call('ZREM', keys.open, place_of(group, id))
				redis.call('ZREM', keys.line, in_line(group, prefix, id))
				redis.call('ZREM', keys.joining, prefix .. id)
			end
		end
	end
	return page[1], dropped, bytes
end

-- Payloads of jobs that are in no line, are not delayed and are not about to open, with their headers.
local function sweep_payloads(keys, cursor, count, exists)
	local page = redis.call('HSCAN', keys.waiting, cursor, 'COUNT', count)
	local dropped = 0
	for k = 1, #page[2], 2 do
		local id = page[2][k]
		local group, prefix = parse_group(redis.call('HGET', keys.groups, id))
		if not group or not (redis.call('ZSCORE', keys.line, in_line(group, prefix, id))
			or redis.call('ZSCORE', keys.joining, prefix .. id) or redis.call('ZSCORE', keys.open, place_of(group, id))) then
			dropped = dropped + redis.call('HDEL', keys.waiting, id)
			redis.call('HDEL', keys.groups, id)
			if not exists(keys, id) then
				redis.call('HDEL', keys.headers, id)
			end
		end
	end
	return page[1], dropped, count_bytes(page[2])
end

-- Members of a sorted set for which is_right(member) is false. Whatever stands in a line has a head.
local function sweep_members(keys, key, cursor, count, is_right)
	local page = redis.call('ZSCAN', key, cursor, 'COUNT', count)
	local dropped = 0
	for k = 1, #page[2], 2 do
		local member = page[2][k]
		if not is_right(keys, member) then
			dropped = dropped + redis.call('ZREM', key, member)
		end
	end
	return page[1], dropped, count_bytes(page[2])
end

local function is_joining(keys, member)
	local id = string.sub(member, PREFIX + 1)
	local group, prefix = parse_group(redis.call('HGET', keys.groups, id))
	return group and prefix .. id == member
end

local function is_in_line(keys, member)
	local group = group_in(member) or ''
	local id = string.sub(member, #group + PREFIX + 2)
	local of, prefix = parse_group(redis.call('HGET', keys.groups, id))
	if of == group and in_line(group, prefix, id) == member then
		redis.call('ZADD', keys.heads, 'NX', string.sub(prefix, 18, 30), group)
		return true
	end
	return false
end

local function is_open(keys, member)
	local group = group_in(member) or ''
	local id = string.sub(member, #group + 3)
	if member == place_of(group, id) then
		return parse_group(redis.call('HGET', keys.groups, id)) == group
	end
	return redis.call('ZSCORE', keys.kept, member) ~= false
end
