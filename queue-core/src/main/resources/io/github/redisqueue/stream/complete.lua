-- complete: leased jobs end
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts
-- Reply: for each lease 1 if this call completed it, else 0
-- Cost: O(n log p) with p leased
-- Abort: see let_go
-- include keys
-- include record
-- include group
-- include let_go
-- include fence
-- include mine
forget(mine_entries, mine_ids)
return held
