-- include lease/jobs
-- include lease/stale_copies
-- include lib/crashes
-- Ids in processing that have no lease key.

-- Sorts such ids, from the oldest to the newest:
--   requeued      jobs that become ready, with their crashes in counted, their receipts in marked, and in workers who
--                 crashed, or false
--   exhausted     jobs that crashed too often, each as id, crashes, last_worker
--   watched       jobs without a token of ours that have no lease for the first time: a foreign client may be between its
--                 move and its lease
--   gone          ids without a job
--   cleared       ids that are no suspects any more
--   dropped       how many were dropped: second copies, delayed jobs, stale copies
--   positions        those of all that leave processing
-- The positions are by number in found. An id without a token of ours is left alone for grace_ms.
local function sort_unleased(keys, found, positions, now, grace_ms, max_crashes)
	local sorted = { requeued = {}, counted = {}, marked = {}, exhausted = {}, watched = {}, gone = {}, cleared = {} }
	sorted.dropped, sorted.positions, sorted.workers = 0, {}, {}
	local seen = {}
	for _, i in ipairs(positions) do
		local id = found[i]
		local leaves = true
		if seen[id] then
			sorted.dropped = sorted.dropped + 1
		elseif not exists(keys, id) then
			table.insert(sorted.gone, id)
		elseif redis.call('ZSCORE', keys.delayed, id) then
			table.insert(sorted.cleared, id)
			sorted.dropped = sorted.dropped + 1
		else
			local stored = redis.call('HGET', keys.receipts, id)
			local is_ours = stored and string.sub(stored, 1, 1) ~= '-'
			local since = not is_ours and tonumber(redis.call('ZSCORE', keys.suspects, id) or nil)
			if since and since < 0 then
				-- If it is live, the next pass watches it.
				table.insert(sorted.cleared, id)
				leaves = is_stale(keys, id)
				sorted.dropped = sorted.dropped + (leaves and 1 or 0)
			elseif is_ours or (since and now - since >= grace_ms) then
				local crashes, last_worker, is_exhausted, crashed_worker = count_crash(redis.call('HGET', keys.crashes, id),
					is_ours and crash_key(stored), max_crashes)
				if is_exhausted then
					table.insert(sorted.exhausted, { id, crashes, last_worker })
				else
					table.insert(sorted.requeued, id)
					table.insert(sorted.workers, crashed_worker)
					table.insert(sorted.counted, id)
					table.insert(sorted.counted, crashes)
					if is_ours then
						table.insert(sorted.marked, id)
						table.insert(sorted.marked, '-' .. stored)
					end
				end
			else
				leaves = false
				if not since then
					table.insert(sorted.watched, now)
					table.insert(sorted.watched, id)
				end
			end
		end
		seen[id] = true
		if leaves then
			table.insert(sorted.positions, i)
		end
	end
	return sorted
end
