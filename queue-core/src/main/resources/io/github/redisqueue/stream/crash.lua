-- Pending entries whose lease has run out. Needs fields, dead, crashed, group, let_go.

-- Whether nobody holds a pending entry any more. Consumers that are not ours are given
-- the lease time of the caller.
local function is_abandoned(delivery, lease_ms)
	local _, lease_of_holder = holder_of(delivery[2])
	return delivery[2] ~= READY and delivery[3] >= (lease_of_holder or lease_ms)
end

-- Counts a crash of a job by a delivery. Too many bury it; then it is false.
local function survives(job, delivery, now, limit, max_dead, cause)
	local entry, deliveries = delivery[1], delivery[4]
	local before = redis.call('HGET', crashes, job.id)
	-- the receipt of this very lease, if it was this one whose start was recorded
	local token_of_start = string.match(before or '', '^%d+:(%d+) ')
	local count, culprit = crashed_again(before, token_of_start and token_of_start .. ' ' .. entry .. ' ' .. deliveries)
	if count <= limit then
		redis.call('HSET', crashes, job.id, count)
		return true
	end
	bury(job.id, now, culprit or holder_of(delivery[2]), cause, redis.call('HGET', failures, job.id), tostring(count),
		job.payload, job.headers)
	forget({ entry }, { job.id })
	trim_dead(max_dead)
	return false
end
