local jobs, delayed, tokens, token, failures, crashes, headers, paused, completed, dead, dead_job, bell = unpack(KEYS)
-- The scores of leased jobs, which end with their leases, lie above those of all others:
-- so one sorted set tells all states apart, each by a range.
local LEASED = 2 ^ 52
