-- release: leased jobs become ready again, ahead of the others and in the order given
-- KEYS: the fixed ones; the private lists of other boots follow from the receipts
-- ARGV: n, n ids, the worker, n receipts
-- Reply: the places of the leases that were lost
-- Cost: O(n), plus for each the distance from the tail of the private list
-- Abort: an id in queue and private list at once is leased as long as it has a token, then
--   ready
-- include keys
-- include ring
-- include fence
-- include places
-- include open
local back, receipts = {}, {}
local places = my_places()
for k = #places, 1, -1 do
	local i = places[k]
	-- One that was reclaimed is ready already.
	if holder_of(last[i]) then
		back[#back + 1], receipts[#receipts + 1] = ids[i], last[i]
	end
end
if #back > 0 then
	redis.call('RPUSH', queue, unpack(back))
end
redis.call('HDEL', tokens, unpack(mine_ids))
take_out(back, receipts)
ring()
return lost
