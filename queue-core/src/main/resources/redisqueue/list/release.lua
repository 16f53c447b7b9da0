-- release: leased jobs become ready again, ahead of the others and in the order given
-- KEYS: those of keys.lua; the private lists of other runs follow from the receipts
-- ARGV: n, n ids, the worker, n receipts, the shard
-- Reply: how many wake-ups the caller has to push, see offer; the positions of the leases that were lost
-- Cost: O(n), plus the distance from the tail of the private list, of each or of the farthest of many
-- Abort: an id in queue and private list at once is leased as long as it has a receipt, then ready
-- include lib/bell
-- include lib/memory
-- include lib/note
-- include lib/pick
-- include lib/report_lost
-- include list/fence
-- include list/keys
-- include list/private_lists
local keys = name_keys(KEYS, ARGV)
local leases = fence(keys, ARGV)
local ids, held, lost, stored = leases.ids, leases.held, leases.lost, leases.stored
report_lost(keys, leases)
if #held == 0 then
	return { offer_opened(keys), unpack(lost) }
end
allow_oom(keys)
note(keys, pick(ids, held), 'released')
local back, back_receipts = {}, {}
for k = #held, 1, -1 do
	local i = held[k]
	-- One that was reclaimed is ready already.
	if holder_of(stored[i]) then
		back[#back + 1], back_receipts[#back_receipts + 1] = ids[i], stored[i]
	end
end

-- create
if #back > 0 then
	redis.call('RPUSH', keys.queue, unpack(back))
end

-- remove
redis.call('HDEL', keys.receipts, unpack(pick(ids, held)))
unregister_all_idle(keys, remove_from_lists(keys, back, back_receipts))
return { ring(keys, ARGV[#ARGV], #held), unpack(lost) }
