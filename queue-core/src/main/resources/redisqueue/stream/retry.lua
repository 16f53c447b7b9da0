-- retry: leased jobs on which a handler failed become delayed, or dead if it failed too often
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, how many failures are retried, how many dead letters are kept; then for each
--   lease its delay in ms and its cause; the token
-- Reply: how many tokens the caller has to push, see offer; the positions of the leases that were lost, and with a minus sign those
--   of the jobs that are dead
-- Cost: O(n (log d + log p)) with d jobs delayed and p leased, plus the sizes of the payloads
-- Abort: a failure may be counted of a job that is still held; a ready time without a payload is dropped when it has
--   come
-- include lib/arguments
-- include lib/bell
-- include lib/dead_letters
-- include lib/delay_retried
-- include lib/failed_jobs
-- include lib/pick
-- include lib/report_lost
-- include stream/ends
-- include stream/entries
-- include stream/fence
-- include stream/freed
-- include stream/keys
-- include stream/store_content
-- include stream/with_places
local keys = name_keys(KEYS, ARGV)
local ids, worker, receipts, rest = fence_arguments(ARGV)
local max_retries, max_dead = tonumber(ARGV[rest]), tonumber(ARGV[rest + 1])
local delays, causes = failure_arguments(ARGV, rest + 2, #ids)
local held, lost, entries, places = fence(keys, ids, worker, receipts)
report_lost(keys, ids, receipts, lost)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end

-- create
local failed = { worker = worker, max_retries = max_retries, delays = delays, causes = causes }
local retried, exhausted, waking = delay_or_give_up(keys, ids, held, lost, failed, function(i)
	local job = read_entry(keys, entries[i])
	if job then
		return job.payload, job.headers
	end
end)
store_content(keys, ids, retried, entries)

-- remove
if #retried > 0 then
	remove_from_stream(keys, pick(ids, retried), with_places(retried, entries, places))
end
if #exhausted > 0 then
	end_jobs(keys, pick(ids, exhausted), with_places(exhausted, entries, places))
	trim_dead_letters(keys, max_dead)
end
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(lost) }
end
return { ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
