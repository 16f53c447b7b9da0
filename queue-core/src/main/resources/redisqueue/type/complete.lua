-- complete: leased jobs end
-- KEYS: those of keys.lua; of lease those of items and leases follow from the ids
-- ARGV: those of fence; for how long to remember the ids, in ms (0: not at all; -1: the same, and the only job was alone when
--   it was leased); the shard
-- Reply: how many wake-ups the caller has to push, see offer; the positions of the leases that were lost
-- Cost: that of fence and of end_held; O(n log r) with r ids remembered
-- Abort: see remember_completed and end_held
-- include lib/complete_alone
local reply = complete_alone(KEYS, ARGV)
if reply then
	return reply
end
-- include lib/note
-- include lib/pick
-- include lib/report_lost
-- include type/ends
-- include type/fence
-- include type/freed
-- include type/keys
local keys = name_keys(KEYS, ARGV)
local leases = fence(keys, ARGV)
local held, lost = leases.held, leases.lost
report_lost(keys, leases)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
local window = tonumber(ARGV[leases.rest])
local done = pick(leases.ids, held)
note(keys, done, 'completed')
if window > 0 then
	-- include lib/memory
	-- include lib/remember_completed
	-- include lib/time
	allow_oom(keys)
	remember_completed(keys, done, window, now_ms())
end
local are_plain = end_held(keys, leases, held)
return { are_plain and 0 or ring_freed(keys, ARGV[#ARGV], #held), unpack(lost) }
