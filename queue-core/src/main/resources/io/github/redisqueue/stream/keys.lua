local stream, entries, delayed, jobs, headers, token, failures, crashes, paused, dead, dead_job, bell = unpack(KEYS)
-- The group, and that one of its consumers for which an entry is pending whose job is
-- ready again.
local GROUP, READY = 'workers', 'ready'
