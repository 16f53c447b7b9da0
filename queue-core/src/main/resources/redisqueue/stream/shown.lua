-- include lib/shown_jobs
-- include stream/entries
-- include stream/group
-- include stream/jobs
-- include stream/keys
-- include stream/records
-- Jobs of a stream queue, as somebody sees them who looks at it.

-- The job in an entry, which has been read with its payload.
local function job_of_entry(job)
	local payload, headers = job.payload, job.headers
	local bytes = #payload + (headers and #headers or 0)
	return { id = job.id, size = #payload, bytes = bytes, read = function(shown, with_content)
		if with_content then
			shown.payload, shown.headers = payload, headers
		end
	end }
end

-- A delayed job; nil if there is none.
local function job_with_due(keys, id, due, now)
	local job = job_in_hash(keys, keys.jobs, id)
	if job then
		job.ready_at = due > now and due or nil
	end
	return job
end

-- Fills in who holds a job. Consumers of other programs have the lease time of the caller.
local function with_holder(job, delivery, now, lease_ms)
	local worker, lease_of_holder = worker_of(delivery[2])
	job.worker = worker or delivery[2]
	job.lease_end = now - delivery[3] + (lease_of_holder or lease_ms)
	return job
end

-- Whether a delivery is to a worker, so that its job is leased; else it is ready again.
local function is_held(delivery)
	return delivery[2] ~= RECLAIMED and delivery[2] ~= RELEASED
end

-- The job of a pending entry; nil if it is that of none.
local function pending_job(keys, entry)
	local job = read_entry(keys, entry)
	return job and is_current(keys, job, entry) and job_of_entry(job) or nil
end

-- The job of an entry that was not delivered yet, or of a reclaimed one that has its place there; nil if it is that of none.
local function undelivered_job(keys, entry, job)
	local known, place = locate(keys, job.id)
	if job.of then
		local delivery = known == job.of and place == entry and delivery_of(keys, known)
		return delivery and delivery[2] == RECLAIMED and pending_job(keys, known) or nil
	end
	return (known == entry or not known and not job.needs_record) and job_of_entry(job) or nil
end
