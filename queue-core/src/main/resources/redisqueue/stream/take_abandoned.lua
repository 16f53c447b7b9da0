-- include stream/abandoned
-- include stream/batch
-- include stream/entries
-- include stream/group
-- include stream/jobs
-- include stream/keys
-- Takes over entries whose lease has run out, and counts the crashes. Looks at some of what is pending, and goes on
-- from there the next time: XAUTOCLAIM would raise the number of deliveries before it can be compared with the start
-- that was recorded, knows only one lease time for all, and on Redis 6.2 does not tell which entries are deleted.
-- Returns where to go on, and whether more is known to be abandoned.
local function take_abandoned(keys, batch, from, lease_ms, now, limits)
	local LOOK = 20
	local page, no_group = pending(keys, from == '' and '-' or from, '+', LOOK)
	if no_group then
		-- from the beginning: what the stream holds was settled by nobody
		redis.call('XGROUP', 'CREATE', keys.stream, GROUP, 0)
	end
	local seen = from
	for _, delivery in ipairs(page) do
		local entry = delivery[1]
		if is_abandoned(delivery, lease_ms) then
			if batch.count == batch.max then
				return seen, true
			end
			local job = read_entry(keys, entry)
			if not job then
				redis.call('XACK', keys.stream, GROUP, entry)
			elseif is_current(keys, job, entry) then
				if not fits(batch, job.payload) then
					return seen, true
				end
				-- Entries that are not current are left to reclaim.
				if count_crash_or_bury(keys, job, delivery, now, limits) then
					take_over(keys, batch, job, delivery)
				end
			end
		end
		seen = '(' .. entry
	end
	return #page == LOOK and seen or '', false
end
