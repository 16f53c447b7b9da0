-- include lease/stale_copies
-- Jobs of a lease queue, as somebody sees them who looks at it.

-- A job; nil if there is none.
local function job_with_item(keys, id)
	local item = keys.item_base .. id
	-- Others may have written something else there.
	local size = redis.pcall('STRLEN', item)
	if type(size) ~= 'number' or (size == 0 and redis.call('EXISTS', item) == 0) then
		return nil
	end
	return { id = id, size = size, read = function(job, with_content)
		if with_content then
			job.payload, job.headers = redis.call('GET', item), redis.call('HGET', keys.headers, id)
		end
	end }
end

-- What the lease key of a job says; false if nobody has a lease.
local function holder_of(keys, id)
	return redis.call('MGET', keys.lease_base .. id)[1]
end

-- Fills in who holds a job. What a foreign client has written says who it is.
local function with_lease(keys, job, holder, now)
	local left = redis.call('PTTL', keys.lease_base .. job.id)
	job.worker = holder and (string.match(holder, '^%d+:(.*)$') or holder)
	job.lease_end = left >= 0 and now + left or nil
	return job
end

-- Whether an id that has no lease stands in processing as a job whose lease has run out. Costs O(p) with p ids in
-- processing; O(q + p) for one that has a mark.
local function is_abandoned(keys, id)
	local copies = #redis.call('LPOS', keys.processing, id, 'RANK', -1, 'COUNT', 2)
	local mark = copies == 1 and tonumber(redis.call('ZSCORE', keys.suspects, id) or nil)
	return copies > 0 and not (mark and mark < 0 and is_stale(keys, id))
end
