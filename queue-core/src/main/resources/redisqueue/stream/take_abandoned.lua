-- include lib/memory
-- include lib/time
-- include stream/batch
-- include stream/entries
-- include stream/group
-- include stream/jobs
-- include stream/keys
-- Takes over entries whose lease has run out, and counts the crashes. Looks at some of what is pending, and goes on
-- from there the next time: XAUTOCLAIM would raise the number of deliveries before it can be compared with the start
-- that was recorded, knows only one lease time for all, and on Redis 6.2 does not tell which entries are deleted.
-- If narrow is given, it is told before how many leases have run out, and may lower the number of jobs to take. Returns
-- where to go on (nil: there is no stream), whether more is known to be abandoned, and whether jobs may be there
-- that were released.
local function take_abandoned(keys, batch, from, lease_ms, limits, narrow)
	local LOOK = 20
	local page, no_group = pending(keys, from == '' and '-' or from, '+', LOOK)
	if no_group and redis.call('EXISTS', keys.stream) == 0 then
		return nil
	elseif no_group then
		-- from the beginning: what the stream holds was settled by nobody
		allow_oom(keys)
		redis.call('XGROUP', 'CREATE', keys.stream, GROUP, 0)
	end
	-- Only if all that is pending was looked at is it known that nothing was released.
	local seen, is_whole, released = from, from == '' and #page < LOOK, false
	local expired = 0
	for _, delivery in ipairs(page) do
		released = released or delivery[2] == RELEASED
		expired = expired + (narrow and is_abandoned(delivery, lease_ms) and 1 or 0)
	end
	if narrow then
		narrow(expired)
	end
	local some_released, now = released or not is_whole, nil
	for _, delivery in ipairs(page) do
		local entry = delivery[1]
		if is_abandoned(delivery, lease_ms) then
			if batch.count == batch.max then
				return seen, true, some_released
			end
			if not now then
				allow_oom(keys)
				now, batch.any_crashed = now_ms(), true
			end
			local job = read_entry(keys, entry)
			if not job then
				redis.call('XACK', keys.stream, GROUP, entry)
			elseif is_current(keys, job, entry) then
				if not fits(batch, job.payload, job.headers) then
					-- Nothing else is leased in its place.
					batch.max = batch.count
					return seen, true, some_released
				end
				-- Entries that are not current are left to reclaim.
				-- include stream/abandoned
				if count_crash_or_bury(keys, job, delivery, now, limits) then
					take_over(keys, batch, job, delivery)
				end
			end
		end
		seen = '(' .. entry
	end
	return #page == LOOK and seen or '', false, some_released
end
