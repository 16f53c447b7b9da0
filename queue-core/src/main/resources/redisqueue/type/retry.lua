-- retry: leased jobs on which a handler failed become delayed, or dead if it failed too often
-- KEYS: those of keys.lua; of lease those of items and leases follow from the ids
-- ARGV: those of fence; how many failures are retried, how many dead letters are kept; then for each lease its delay in
--   ms and its cause; the shard
-- Reply: how many wake-ups the caller has to push, see offer; the positions of the leases that were lost, and with a minus sign those
--   of the jobs that are dead
-- Cost: that of fence, end_leases and end_held; O(n log d) with d jobs delayed, plus the sizes of the payloads of dead ones
-- Abort: a failure may be counted of a job that is still held; for the rest see end_leases and end_held
-- include lib/bell
-- include lib/dead_letters
-- include lib/failed_jobs
-- include lib/report_lost
-- include type/ends
-- include type/fence
-- include type/freed
-- include type/jobs
-- include type/keys
local keys = name_keys(KEYS, ARGV)
local leases = fence(keys, ARGV)
local held, lost, rest = leases.held, leases.lost, leases.rest
report_lost(keys, leases)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end

-- create
local retried, exhausted, waking = delay_or_give_up(keys, leases, tonumber(ARGV[rest]), ARGV, rest + 2, content)

-- remove
if #retried > 0 then
	end_leases(keys, leases, retried)
end
if #exhausted > 0 then
	end_held(keys, leases, exhausted)
	trim_dead_letters(keys, tonumber(ARGV[rest + 1]))
end
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(lost) }
end
return { ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
