-- include delayed/jobs
-- include delayed/scores
-- include lib/shown_jobs
-- Jobs of a delayed queue, as somebody sees them who looks at it.

-- A job with a score; nil if it has no payload. Who holds it is known if the start of its handler was recorded.
local function job_with_score(keys, id, score, now)
	local job = job_in_hash(keys, keys.jobs, id)
	if not job then
		return nil
	end
	if score < LEASED then
		job.ready_at = score >= now + 1 and score or nil
		return job, job.ready_at and 'DELAYED' or 'READY'
	end
	local receipt, record = redis.call('HGET', keys.receipts, id), redis.call('HGET', keys.crashes, id)
	local started, worker = string.match(record or '', '^%d+:!?(%d+):(.*)$')
	job.worker = receipt and started == crash_key(receipt) and worker
	job.lease_end = score - LEASED
	return job, 'LEASED'
end
