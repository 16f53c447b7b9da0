-- extend: leases last for another lease time from now on
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts, the lease time in ms
-- Reply: for each lease 1 if it is held, else 0
-- Cost: O(n log p) with p leased
-- Abort: some are extended; the place of a job that is leased again is dropped when it is
--   delivered
-- include keys
-- include record
-- include group
-- include fence
local consumer = ARGV[rest] .. ':' .. worker
-- include open
local mine_entries, places_of, recorded = {}, {}, {}
for k, i in ipairs(mine) do
	mine_entries[k] = own[i]
	if places[i] then
		places_of[#places_of + 1] = places[i]
		recorded[#recorded + 1], recorded[#recorded + 2] = ids[i], own[i]
	end
end
mine_entries[#mine_entries + 1] = 'JUSTID'
redis.call('XCLAIM', stream, GROUP, consumer, 0, unpack(mine_entries))
if #places_of > 0 then
	redis.call('HSET', entries, unpack(recorded))
	redis.call('XDEL', stream, unpack(places_of))
end
return held
