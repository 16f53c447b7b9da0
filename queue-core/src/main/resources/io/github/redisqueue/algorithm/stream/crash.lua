-- include fields
-- include dead
-- include crashed
-- include group
-- include forget
-- include superseded
-- Pending entries whose lease has run out.

-- Whether nobody holds a pending entry any more. Consumers of other programs are given
-- the lease time of the caller.
local function is_abandoned(delivery, lease_ms)
	local _, lease_of_holder = holder_of(delivery[2])
	return delivery[2] ~= RECLAIMED and delivery[2] ~= RELEASED and delivery[3] >= (lease_of_holder or lease_ms)
end

-- Whether a delivered entry is that of its job, not a place or of an earlier life.
local function is_current(job, entry)
	return not job.of and locate(job.id) == entry and not is_superseded(job.id)
end

-- Counts a crash of a job by a delivery. Too many bury it; then it is false.
local function survives(job, delivery, now, limit, max_dead, cause)
	local count, culprit = crashed_again(redis.call('HGET', crashes, job.id), receipt_of(delivery[1], delivery[4]))
	if count <= limit then
		redis.call('HSET', crashes, job.id, count)
		return true
	end
	bury(job.id, now, culprit, cause, redis.call('HGET', failures, job.id), tostring(count),
		job.payload, job.headers)
	forget({ job.id })
	trim_dead(max_dead)
	return false
end
