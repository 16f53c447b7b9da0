-- include lease/receipt_held
-- include lib/ended
-- include lib/leave_groups
-- include lib/open_next
-- include lib/time
-- Removes jobs that are ready, delayed, waiting or leased. Who holds one keeps its place in its group, see leave_groups.
-- The next jobs of their groups open; keys.opened counts for how many somebody who waits has to be woken. Returns for each
-- id 1 if there was such a job, else 0.
local function cancel_jobs(keys, ids, keep_ms)
	local groups, was_waiting = leave_groups(keys, ids, receipt_held, keep_ms)
	local cancelled = {}
	for i, id in ipairs(ids) do
		local is_there = redis.call('DEL', keys.item_base .. id) == 1
		if is_there then
			redis.call('ZREM', keys.delayed, id)
			redis.call('LREM', keys.queue, 0, id)
			redis.call('LREM', keys.processing, 0, id)
			redis.call('ZREM', keys.suspects, id)
			redis.call('DEL', keys.lease_base .. id)
			redis.call('HDEL', keys.receipts, id)
			ended(keys, { id })
		end
		cancelled[i] = (is_there or was_waiting[i]) and 1 or 0
	end
	if #groups > 0 then
		keys.opened = (keys.opened or 0) + open_next(keys, groups, now_ms())
	end
	return cancelled
end
