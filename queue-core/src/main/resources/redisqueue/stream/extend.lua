-- extend: leases last for another lease time from now on
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, the lease time in ms
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n log p) with p leased
-- Abort: see assign_to
-- include lib/memory
-- include stream/assign_to
-- include stream/fence
-- include stream/keys
local keys = name_keys(KEYS)
local leases = fence(keys, ARGV)
local held, lost = leases.held, leases.lost
if #held > 0 then
	allow_oom(keys)
	assign_to(keys, ARGV[leases.rest] .. ':' .. leases.worker, held, leases.ids, leases.entries, leases.places)
end
return { 0, unpack(lost) }
