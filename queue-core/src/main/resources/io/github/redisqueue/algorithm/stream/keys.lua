local stream, entries, delayed, jobs, headers, token, failures, crashes, paused, completed, dead, dead_job, bell =
	unpack(KEYS)
-- The group, and those of its consumers that are no workers: entries are pending for them
-- whose jobs are ready again.
local GROUP, RECLAIMED, RELEASED = 'workers', 'reclaimed', 'released'
