-- include lib/shown_jobs
-- include list/private_lists
-- include list/stranded
-- Jobs of a list queue, as somebody sees them who looks at it.

-- A job in the queue or in delayed; nil if there is none, or somebody holds it.
local function free_job(keys, id)
	local holder = holder_of(redis.call('HGET', keys.receipts, id))
	if holder and redis.call('LPOS', keys.private_base .. holder, id) then
		return nil
	end
	return job_in_hash(keys, keys.jobs, id)
end

-- A job that a run holds; nil if there is none.
local function held_job(keys, id, run)
	local job = job_in_hash(keys, keys.jobs, id)
	if job then
		job.worker = string.match(run, '^(.*)#') or run
		job.lease_end = tonumber(redis.call('ZSCORE', keys.workers, run) or nil)
	end
	return job
end

-- The run that holds a job, in whose private list it stands; nil if nobody does. Costs O(p) with p leased, and O(q + p) for
-- one that its receipt does not find, with q jobs ready.
local function run_of(keys, id)
	local receipt = redis.call('HGET', keys.receipts, id)
	local holder = holder_of(receipt)
	if holder and redis.call('LPOS', keys.private_base .. holder, id) then
		return holder
	end
	for _, run in ipairs(redis.call('ZRANGE', keys.workers, 0, -1)) do
		if redis.call('LPOS', keys.private_base .. run, id) then
			return is_stranded(keys, id, receipt) and run or nil
		end
	end
end
