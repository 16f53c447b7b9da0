-- release: leased jobs become ready again, at the tail and in the order given
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts
-- Reply: for each lease 1 if this call released it, else 0
-- Cost: O(n log p) with p leased
-- Abort: some are released
-- include keys
-- include ring
-- include fence
-- include again
-- include open
for _, i in ipairs(mine) do
	local delivery = deliveries[i]
	local entry, place = locate(ids[i])
	-- By one delivery more than the receipt says, so that it is lost. One that was reclaimed
	-- is ready already.
	ready_again(ids[i], entry, delivery[4] + 1, delivery[2] == READY and place)
end
ring()
return held
