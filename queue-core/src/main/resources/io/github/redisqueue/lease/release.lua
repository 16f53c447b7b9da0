-- release: leased jobs become ready again, ahead of the others and in the order given
-- KEYS: the fixed ones, n item keys, n lease keys
-- ARGV: the worker, n tokens
-- Reply: for each lease 1 if this call released it, else 0
-- Cost: O(n), plus that of letting go as in complete
-- Abort: an id in queue and processing at once is passed by in the queue while its lease
--   lasts, then reclaimed
-- include keys
-- include ring
-- include fence
-- include open
for k = #mine, 1, -1 do
	local i = mine[k]
	local id = ids[i]
	-- One whose lease ran out may have been reclaimed: then it is ready already.
	if holders[i] or redis.call('LPOS', processing, id) then
		redis.call('RPUSH', queue, id)
		redis.call('LREM', processing, -1, id)
	end
	redis.call('DEL', KEYS[FIXED + n + i])
	redis.call('HDEL', tokens, id)
end
ring()
return held
