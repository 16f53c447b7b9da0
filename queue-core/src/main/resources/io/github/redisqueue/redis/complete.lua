-- complete: leased jobs end
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts
-- Reply: for each lease 1 if this call completed it, else 0
-- Cost: O(n) plus that of forgetting
-- Abort: see forget
-- include keys
-- include fence
-- include forget
forget(mine_ids)
return held
