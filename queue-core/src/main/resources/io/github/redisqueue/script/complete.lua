-- complete: leased jobs end
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts, for how long to remember the ids, in ms (0:
--   not at all)
-- Reply: the places of the leases that were lost
-- Cost: O(n) plus that of forgetting; O(n log r) with r ids remembered
-- Abort: see remember and forget
-- include keys
-- include time
-- include fence
-- include remember
-- include forget
forget(mine_ids, mine_last)
return lost
