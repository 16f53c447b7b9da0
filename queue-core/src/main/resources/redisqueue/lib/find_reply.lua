-- include lib/obstacles
-- include lib/shown_jobs
-- include lib/time
-- include lib/waiting_jobs
-- The reply to find: 0; if there is such a job: 1 if the queue is paused and that keeps it from being leased, else 0; the
-- same for the limit of rate, and for that of leased jobs; then what show_jobs adds. A dead letter gives way to a job with
-- its id. find_open(id, now) returns a job that is neither waiting nor dead, and its state.
local function find_reply(keys, id, count_leased, find_open)
	local now = now_ms()
	local job, state = find_waiting(keys, id, now)
	if not job then
		job, state = find_open(id, now)
	end
	if not job and redis.call('HEXISTS', keys.dead_job, id) == 1 then
		job, state = dead_job(keys, id), 'DEAD'
	end
	if not job then
		return { 0 }
	end
	job.read(job, true)
	return show_jobs(keys, { 0, obstacles(keys, state, count_leased) }, state, { job })
end
