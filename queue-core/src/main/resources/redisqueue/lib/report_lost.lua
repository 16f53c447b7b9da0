-- The holders of leases, as the fence returns them, report of those that are lost that their handlers have ended: places
-- that are kept for them go to the next jobs. keys.opened counts for how many somebody who waits has to be woken.
local function report_lost(keys, leases)
	local ids, receipts, lost = leases.ids, leases.receipts, leases.lost
	if #lost == 0 or redis.call('EXISTS', keys.kept) == 0 then
		return
	end
	-- include lib/group_members
	-- include lib/kept_places
	-- include lib/open_next
	-- include lib/time
	local MOST = 1000
	local is_reported, members, groups = {}, {}, {}
	for _, i in ipairs(lost) do
		is_reported['k' .. receipts[i] .. '\0' .. ids[i]] = true
	end
	for _, member in ipairs(redis.call('ZRANGE', keys.kept, 0, MOST - 1)) do
		local group = group_in(member)
		if group and is_reported[string.sub(member, #group + 2)] then
			members[#members + 1], groups[#groups + 1] = member, group
		end
	end
	if #members > 0 then
		drop_places(keys, members)
		keys.opened = (keys.opened or 0) + open_next(keys, groups, now_ms())
	end
end

-- Offers jobs that have opened, see offer.
local function offer_opened(keys)
	-- include lib/bell
	return (keys.opened or 0) > 0 and offer(keys.opened) or 0
end
