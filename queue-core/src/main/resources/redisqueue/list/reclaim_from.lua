-- include lib/bury_crashed
-- include lib/crashes
-- include lib/dead_letters
-- include lib/note
-- include list/ends
-- include list/jobs
-- include list/private_lists
-- include list/stranded
-- Makes the oldest jobs of a worker that vanished ready, or dead if they crashed too often; at most so many ids at a
-- time. The limits are max_crashes, max_dead and the cause of a death by crashes. Returns how many jobs were reclaimed,
-- buried, dropped, and the ids of the buried. Abort: a job stays where it is until its receipt is marked; from then on
-- it is ready, and its id in the private list is a copy.
local function reclaim_from(keys, holder, count, at_head, now, limits)
	local list = keys.private_base .. holder
	local found = redis.call('LRANGE', list, -count, -1)
	if #found == 0 then
		unregister_idle(keys, holder)
		return 0, 0, 0, {}
	end
	local stored = redis.call('HMGET', keys.receipts, unpack(found))
	local before = redis.call('HMGET', keys.crashes, unpack(found))
	local back, counted, marked, unmarked, exhausted, seen = {}, {}, {}, {}, {}, {}
	local crashed, reclaimed, workers = {}, {}, {}
	local left, looks = #found, 0
	while left > 0 and looks < MAX_LOOKS do
		local i, id = left, found[left]
		local is_job = not seen[id] and exists(keys, id)
		if is_job and holder_of(stored[i]) == holder then
			local crashes, last_worker, is_exhausted, crashed_worker = count_crash(before[i], crash_key(stored[i]),
				limits.max_crashes)
			if is_exhausted then
				exhausted[#exhausted + 1], crashed[#crashed + 1] = id, { id, crashes, last_worker }
			else
				table.insert(back, at_head and 1 or #back + 1, id)
				counted[#counted + 1], counted[#counted + 2] = id, crashes
				reclaimed[#reclaimed + 1], workers[#workers + 1] = id, crashed_worker
				marked[#marked + 1], marked[#marked + 2] = id, '-' .. stored[i]
			end
		elseif is_job then
			looks = looks + 1
			if is_stranded(keys, id, stored[i]) then
				table.insert(back, at_head and 1 or #back + 1, id)
				unmarked[#unmarked + 1] = id
				reclaimed[#reclaimed + 1], workers[#workers + 1] = id, false
			end
		end
		seen[id] = true
		left = left - 1
	end
	bury_crashed(keys, crashed, now, limits.cause, content)
	if #back > 0 then
		redis.call(at_head and 'RPUSH' or 'LPUSH', keys.queue, unpack(back))
	end
	if #marked > 0 then
		redis.call('HSET', keys.crashes, unpack(counted))
		redis.call('HSET', keys.receipts, unpack(marked))
	end
	note(keys, reclaimed, 'reclaimed', { workers = workers })
	if #unmarked > 0 then
		redis.call('HDEL', keys.receipts, unpack(unmarked))
	end
	if #exhausted > 0 then
		remove_jobs(keys, exhausted)
		trim_dead_letters(keys, limits.max_dead)
	end
	local done = #found - left
	redis.call('LTRIM', list, 0, -done - 1)
	unregister_idle(keys, holder)
	return #back, #exhausted, done - #back - #exhausted, exhausted
end
