-- complete: leased jobs end
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n tokens
-- Reply: for each lease 1 if this call completed it, else 0
-- Cost: O(n log m) with m jobs in the queue
-- Abort: see forget
-- include keys
-- include fence
-- include forget
forget(mine_ids)
return held
