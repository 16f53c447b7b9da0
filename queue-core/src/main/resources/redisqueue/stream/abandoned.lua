-- include lib/bury_crashed
-- include lib/crashes
-- include lib/dead_letters
-- include stream/ends
-- include stream/records
-- Counts a crash of a job by a delivery. Returns false if the job has crashed too often, and was buried. The limits are
-- max_crashes, max_dead and the cause of a death by crashes. If the queue keeps a history, jobs that live on join the ids
-- and workers in limits.reclaimed, of which the caller makes a note.
local function count_crash_or_bury(keys, job, delivery, now, limits)
	local id, key = job.id, receipt_of(delivery[1], delivery[4])
	local record = redis.call('HGET', keys.crashes, id)
	local crashes, last_worker, is_exhausted, crashed_worker = count_crash(record, key, limits.max_crashes)
	if not is_exhausted then
		redis.call('HSET', keys.crashes, id, crashes)
		if keys.history then
			local reclaimed = limits.reclaimed or { ids = {}, workers = {} }
			reclaimed.ids[#reclaimed.ids + 1], reclaimed.workers[#reclaimed.workers + 1] = id, crashed_worker
			limits.reclaimed = reclaimed
		end
		return true
	end
	bury_crashed(keys, { { id, crashes, last_worker } }, now, limits.cause, function()
		return job.payload, job.headers
	end)
	end_jobs(keys, { id }, { locate(keys, id) })
	trim_dead_letters(keys, limits.max_dead)
	return false
end
