-- release: leased jobs become ready again, ahead of the others: they were older
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts
-- Reply: the places of the leases that were lost
-- Cost: O(n log p) with p leased
-- Abort: see hand
-- include keys
-- include ring
-- include fence
-- include at_hand
-- include hand
-- include open
hand_to(RELEASED, mine_ids)
ring()
return lost
