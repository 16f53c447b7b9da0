-- release: leased jobs become ready again, ahead of the others and in the order given
-- KEYS: the fixed ones, n item keys, n lease keys
-- ARGV: the worker, n receipts
-- Reply: the places of the leases that were lost
-- Cost: O(n), plus that of letting go as in complete
-- Abort: an id in queue and processing at once is passed by in the queue while its lease
--   lasts, then reclaimed
-- include keys
-- include time
-- include ring
-- include fence
-- include leave
-- include open
local back, lasting, places = {}, {}, my_places()
for k = #places, 1, -1 do
	local i = places[k]
	-- One whose lease ran out may have been reclaimed: then it is ready already.
	if holders[i] or redis.call('LPOS', processing, ids[i]) then
		back[#back + 1], lasting[#lasting + 1] = ids[i], holders[i]
	end
end
if #back > 0 then
	redis.call('RPUSH', queue, unpack(back))
	leave(back, lasting)
end
redis.call('DEL', unpack(of_mine(leases)))
redis.call('HDEL', tokens, unpack(mine_ids))
ring()
return lost
