-- retry: leased jobs on which a handler failed become delayed, or dead if it failed too often
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, how many failures are retried, how many dead letters are kept; then for each
--   lease its delay in ms and its cause; the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost, and with a minus sign those
--   of the jobs that are dead
-- Cost: O(n log m) with m jobs in the queue
-- Abort: a failure may be counted of a job that is still held; for the rest see end_jobs
-- include delayed/ends
-- include delayed/fence
-- include delayed/freed
-- include delayed/jobs
-- include delayed/keys
-- include lib/arguments
-- include lib/bell
-- include lib/dead_letters
-- include lib/delay_retried
-- include lib/failed_jobs
-- include lib/pick
-- include lib/report_lost
local keys = name_keys(KEYS, ARGV)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local max_retries, max_dead = tonumber(ARGV[rest]), tonumber(ARGV[rest + 1])
local delays, causes = failure_arguments(ARGV, rest + 2, #ids)
local held, lost = fence(keys, ids, worker, receipts)
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
	end_leases(keys, pick(ids, retried))
end
if #exhausted > 0 then
	end_jobs(keys, pick(ids, exhausted))
	trim_dead_letters(keys, max_dead)
end
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(lost) }
end
return { ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
