-- include lib/group_members
-- include lib/memory
-- Places in groups that are kept for a while: a job that is cancelled or replaced may still have a handler. Its place is
-- kept until the holder of the lease reports, or until a time in ms. The member in open, which is also that in kept,
-- names the group, the receipt and the id.

local function keep_place(keys, group, receipt, id, until_ms)
	local member = group .. '\0k' .. receipt .. '\0' .. id
	write(keys, 'ZADD', keys.open, 0, member)
	redis.call('ZADD', keys.kept, string.format('%.0f', until_ms), member)
end

local function drop_places(keys, members)
	redis.call('ZREM', keys.open, unpack(members))
	redis.call('ZREM', keys.kept, unpack(members))
end

-- Drops places whose time is over: as many as one call lets join, so that it opens a job for each of both. Returns their
-- groups.
local function drop_expired_places(keys, now)
	local groups, MAX_EXPIRED = {}, 500
	local expired = redis.call('ZRANGE', keys.kept, '-inf', now, 'BYSCORE', 'LIMIT', 0, MAX_EXPIRED)
	if #expired > 0 then
		drop_places(keys, expired)
		for _, member in ipairs(expired) do
			groups[#groups + 1] = group_in(member)
		end
	end
	return groups
end
