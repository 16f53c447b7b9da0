-- include lib/crashes
-- include lib/dead_letters
-- include lib/reclaimed
-- include stream/ends
-- include stream/records
-- Counts a crash of a job by a delivery. Returns false if the job has crashed too often, and was buried. The limits are
-- max_crashes, max_dead and the cause of a death by crashes.
local function count_crash_or_bury(keys, job, delivery, now, limits)
	local id, key = job.id, receipt_of(delivery[1], delivery[4])
	local record = redis.call('HGET', keys.crashes, id)
	local crashes, last_worker, is_exhausted, crashed_worker = count_crash(record, key, limits.max_crashes)
	if not is_exhausted then
		redis.call('HSET', keys.crashes, id, crashes)
		note_reclaimed(keys, { id }, { crashed_worker }, now)
		return true
	end
	local failures = redis.call('HGET', keys.failures, id)
	write_dead_letter(keys, id, { now, last_worker, limits.cause, failures, tostring(crashes), job.payload, job.headers })
	end_jobs(keys, { id }, { locate(keys, id) })
	trim_dead_letters(keys, limits.max_dead)
	return false
end
