-- retry: leased jobs on which a handler failed become delayed, or dead if it failed too often
-- KEYS: those of keys.lua, n item keys, n lease keys
-- ARGV: the worker, n receipts, how many failures are retried, how many dead letters are kept; then for each lease its
--   delay in ms and its cause; the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost, and with a minus sign those
--   of the jobs that are dead
-- Cost: O(n log d) with d jobs delayed, plus for ids beyond REACH the distance from the head of processing, of each or
--   of the farthest of many
-- Abort: a failure may be counted of a job that is still held; see end_jobs for buried jobs; a job in delayed and
--   processing at once is held until its lease ends, then the cleaner takes it out of processing
-- include lease/ends
-- include lease/fence
-- include lease/freed
-- include lease/jobs
-- include lease/keys
-- include lib/bell
-- include lib/dead_letters
-- include lib/delay_retried
-- include lib/failed_jobs
-- include lib/pick
-- include lib/report_lost
local keys = name_keys(KEYS, ARGV)
local ids, items, leases = job_keys(keys, KEYS)
local worker, receipts, rest = worker_and_receipts(ARGV, #ids)
local max_retries, max_dead = tonumber(ARGV[rest]), tonumber(ARGV[rest + 1])
local delays, causes = failure_arguments(ARGV, rest + 2, #ids)
local held, lost, holders = fence(keys, ids, items, leases, worker, receipts)
report_lost(keys, ids, receipts, lost)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end

-- create
local failed = { worker = worker, max_retries = max_retries, delays = delays, causes = causes }
local retried, exhausted, waking = delay_or_give_up(keys, ids, held, lost, failed, function(i)
	return content(keys, ids[i])
end)

-- remove
if #retried > 0 then
	end_leases(keys, pick(ids, retried), pick(leases, retried))
end
if #exhausted > 0 then
	local dead, dead_items = pick(ids, exhausted), pick(items, exhausted)
	end_jobs(keys, dead, dead_items, pick(leases, exhausted), pick(holders, exhausted))
	trim_dead_letters(keys, max_dead)
end
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(lost) }
end
return { ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
