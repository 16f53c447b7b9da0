-- release: leased jobs become ready again, at the tail and in the order given
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts
-- Reply: for each lease 1 if this call released it, else 0
-- Cost: O(n log p) with p leased
-- Abort: some are released
-- include keys
-- include ring
-- include record
-- include group
-- include again
-- include fence
-- include open
for _, i in ipairs(mine) do
	-- one delivery more than the receipt says: it is lost
	ready_again(ids[i], own[i], deliveries[i] + 1, places[i])
end
ring()
return held
