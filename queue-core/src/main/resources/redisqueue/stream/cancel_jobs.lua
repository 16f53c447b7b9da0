-- include lib/leave_groups
-- include lib/open_next
-- include lib/time
-- include stream/ends
-- include stream/receipt_held
-- include stream/records
-- Removes jobs that are ready, delayed, waiting or leased. Who holds one keeps its place in its group, see leave_groups.
-- The next jobs of their groups open; keys.opened counts for how many somebody who waits has to be woken. Returns for each
-- id 1 if there was such a job, else 0.
local function cancel_jobs(keys, ids, keep_ms)
	local groups, was_waiting = leave_groups(keys, ids, receipt_held, keep_ms)
	local cancelled = {}
	local entries = {}
	for i, id in ipairs(ids) do
		local entry, place = locate(keys, id)
		local is_entry = entry and redis.call('XDEL', keys.stream, entry) == 1
		local is_there = is_entry or redis.call('ZSCORE', keys.delayed, id)
		cancelled[i] = (is_there or was_waiting[i]) and 1 or 0
		entries[#entries + 1] = entry
		entries[#entries + 1] = place
	end
	end_jobs(keys, ids, entries)
	if #groups > 0 then
		keys.opened = (keys.opened or 0) + open_next(keys, groups, now_ms())
	end
	return cancelled
end
