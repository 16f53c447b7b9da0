-- extend: leases last for another lease time from now on
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts, the lease time in ms
-- Reply: for each lease 1 if it is held, else 0
-- Cost: O(n log p) with p leased
-- Abort: the place of a job that is leased again is dropped when it is delivered
-- include keys
-- include fence
local consumer = ARGV[rest] .. ':' .. worker
local held_entries, places, recorded = {}, {}, {}
for k, id in ipairs(mine_ids) do
	local entry, place = locate(id)
	held_entries[k] = entry
	if place then
		places[#places + 1] = place
		recorded[#recorded + 1], recorded[#recorded + 2] = id, entry
	end
end
held_entries[#held_entries + 1] = 'JUSTID'
-- include open
redis.call('XCLAIM', stream, GROUP, consumer, 0, unpack(held_entries))
if #places > 0 then
	redis.call('HSET', entries, unpack(recorded))
	redis.call('XDEL', stream, unpack(places))
end
return held
