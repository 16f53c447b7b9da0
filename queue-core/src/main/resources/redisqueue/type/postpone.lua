-- postpone: leased jobs become delayed; nothing is counted
-- KEYS: those of keys.lua; of lease those of items and leases follow from the ids
-- ARGV: those of fence, n delays in ms, the shard
-- Reply: how many wake-ups the caller has to push, see offer; the positions of the leases that were lost
-- Cost: that of fence and of end_leases; O(n log d) with d jobs delayed
-- Abort: see end_leases
-- include lib/bell
-- include lib/delay_jobs
-- include lib/memory
-- include lib/note
-- include lib/pick
-- include lib/report_lost
-- include lib/time
-- include type/ends
-- include type/fence
-- include type/freed
-- include type/keys
local keys = name_keys(KEYS, ARGV)
local leases = fence(keys, ARGV)
local ids, held, lost, rest = leases.ids, leases.held, leases.lost, leases.rest
report_lost(keys, leases)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
allow_oom(keys)

-- create
local postponed = pick(ids, held)
note(keys, postponed, 'postponed')
-- The record of a job that never failed tells that it was delivered before.
local records, delivered = redis.call('HMGET', keys.failures, unpack(postponed)), {}
for i, id in ipairs(postponed) do
	if not records[i] then
		delivered[#delivered + 1], delivered[#delivered + 2] = id, '0::'
	end
end
if #delivered > 0 then
	redis.call('HSET', keys.failures, unpack(delivered))
end
local waking = delay_jobs(keys, ids, held, { unpack(ARGV, rest, rest + #ids - 1) }, now_ms())

-- remove
end_leases(keys, leases, held)
if waking > 0 then
	return { ring(keys, ARGV[#ARGV], waking), unpack(lost) }
end
return { ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
