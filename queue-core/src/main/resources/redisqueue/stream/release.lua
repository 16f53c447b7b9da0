-- release: leased jobs become ready again, ahead of the others: they were older
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, the shard
-- Reply: how many wake-ups the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n log p) with p leased
-- Abort: see assign_to
-- include lib/bell
-- include lib/memory
-- include lib/note
-- include lib/pick
-- include lib/report_lost
-- include stream/assign_to
-- include stream/fence
-- include stream/keys
local keys = name_keys(KEYS, ARGV)
local leases = fence(keys, ARGV)
local ids, held, lost = leases.ids, leases.held, leases.lost
report_lost(keys, leases)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
allow_oom(keys)
note(keys, pick(ids, held), 'released')
assign_to(keys, RELEASED, held, ids, leases.entries, leases.places)
return { ring(keys, ARGV[#ARGV], #held), unpack(lost) }
