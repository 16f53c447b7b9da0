-- extend: leases last for another lease time from now on
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts, the lease time in ms
-- Reply: the places of the leases that were lost
-- Cost: O(n log p) with p leased
-- Abort: see hand
-- include keys
-- include fence
-- include at_hand
-- include hand
-- include open
hand_to(ARGV[rest] .. ':' .. worker, mine_ids)
return lost
