-- bury: leased jobs become dead
-- KEYS: those of keys.lua; of lease those of items and leases follow from the ids
-- ARGV: those of fence; how many dead letters are kept; then for each lease 1 if its handler has just failed, else 0,
--   and the cause; the shard
-- Reply: how many wake-ups the caller has to push, see offer; the positions of the leases that were lost
-- Cost: that of fence and of end_held, plus the sizes of the payloads
-- Abort: a dead letter may stand beside a job that lives on; redrive skips it
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
local held, lost = leases.held, leases.lost
report_lost(keys, leases)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end

-- create
give_up(keys, leases, ARGV, leases.rest + 1, content)

-- remove
local are_plain = end_held(keys, leases, held)
trim_dead_letters(keys, tonumber(ARGV[leases.rest]))
return { are_plain and 0 or ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
