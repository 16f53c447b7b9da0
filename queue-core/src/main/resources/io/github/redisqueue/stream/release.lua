-- release: leased jobs become ready again, ahead of the others: they were older
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts
-- Reply: for each lease 1 if this call released it, else 0
-- Cost: O(n log p) with p leased
-- Abort: see hand
-- include keys
-- include ring
-- include fence
-- include hand
-- include open
hand_to(RELEASED, mine_ids)
ring()
return held
