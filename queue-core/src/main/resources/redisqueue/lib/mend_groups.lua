-- include lib/group_members
-- include lib/join_groups
-- include lib/memory
-- include lib/open_next
-- include lib/time
-- Mends groups whose jobs ended without opening the next ones, as an aborted script, a foreign client or a key that somebody
-- deleted leaves them. exists(keys, id) tells whether there is such a job outside of the lines.

-- How many places of a group one call looks at.
local MAX_PLACES = 1000

-- Looks at the places of a group: one without a job is free again, unless the job was about to open.
local function check_places(keys, group, exists, now)
	local from, to = range_of(group)
	local dropped, bytes = 0, 0
	for _, member in ipairs(redis.call('ZRANGE', keys.open, from, to, 'BYLEX', 'LIMIT', 0, MAX_PLACES)) do
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
			if payload and of == group and not redis.call('ZSCORE', keys.line, in_line(group, prefix, id)) then
				write(keys, 'HSET', keys.groups, id, prefix .. group)
				put_open(keys, { id }, { payload }, { now })
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
	return dropped, bytes
end

-- Mends about so many of the groups in which jobs wait. Returns the next cursor, how many places were free, how many bytes
-- were read, and for how many jobs somebody who waits has to be woken.
local function mend_groups(keys, cursor, count, exists)
	local now = now_ms()
	local waking = join_due(keys, now)
	local page = redis.call('ZSCAN', keys.heads, cursor, 'COUNT', count)
	local groups, dropped, bytes = {}, 0, 0
	for k = 1, #page[2], 2 do
		local group = page[2][k]
		local gone, read = check_places(keys, group, exists, now)
		groups[#groups + 1] = group
		dropped, bytes = dropped + gone, bytes + read
	end
	return page[1], dropped, bytes, waking + open_next(keys, groups, now)
end
