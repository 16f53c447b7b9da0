-- include delayed/jobs
-- include delayed/scores
-- include lib/bury_crashed
-- include lib/crashes
-- include lib/dead_letters
-- include lib/memory
-- include lib/note
-- Makes jobs whose lease has run out ready, or dead if they crashed too often; 200 at most. The limits are max_crashes,
-- max_dead and the cause of a death by crashes. Returns how many were reclaimed and buried, and the ids of
-- the buried.
local function reclaim_jobs(keys, now, limits)
	local found = redis.call('ZRANGE', keys.delayed, LEASED, has_run_out_below(now), 'BYSCORE', 'LIMIT', 0, 200)
	if #found == 0 then
		return 0, 0, {}
	end
	allow_oom(keys)
	local stored = redis.call('HMGET', keys.receipts, unpack(found))
	local before = redis.call('HMGET', keys.crashes, unpack(found))
	local ready, counted, marked, exhausted, crashed, reclaimed, workers = {}, {}, {}, {}, {}, {}, {}
	for i, id in ipairs(found) do
		local crashes, last_worker, is_exhausted, crashed_worker = count_crash(before[i],
			stored[i] and crash_key(stored[i]), limits.max_crashes)
		if is_exhausted then
			exhausted[#exhausted + 1], crashed[#crashed + 1] = id, { id, crashes, last_worker }
		else
			ready[#ready + 1], ready[#ready + 2] = now, id
			counted[#counted + 1], counted[#counted + 2] = id, crashes
			reclaimed[#reclaimed + 1], workers[#workers + 1] = id, crashed_worker
			if stored[i] and string.sub(stored[i], 1, 1) ~= '-' then
				marked[#marked + 1], marked[#marked + 2] = id, '-' .. stored[i]
			end
		end
	end
	bury_crashed(keys, crashed, now, limits.cause, content)
	if #ready > 0 then
		redis.call('HSET', keys.crashes, unpack(counted))
		note(keys, reclaimed, 'reclaimed', { workers = workers })
		if #marked > 0 then
			redis.call('HSET', keys.receipts, unpack(marked))
		end
		redis.call('ZADD', keys.delayed, unpack(ready))
	end
	if #exhausted > 0 then
		-- include delayed/ends
		end_jobs(keys, exhausted)
		trim_dead_letters(keys, limits.max_dead)
	end
	return #ready / 2, #exhausted, exhausted
end
