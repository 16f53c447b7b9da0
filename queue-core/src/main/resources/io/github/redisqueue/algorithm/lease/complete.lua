-- complete: leased jobs end
-- KEYS: the fixed ones, n item keys, n lease keys
-- ARGV: the worker, n receipts, for how long to remember the ids, in ms (0: not at all)
-- Reply: the places of the leases that were lost
-- Cost: O(n), plus the distance of each id from the tail of processing, where the oldest
--   stand; for a lease that ran out and was reclaimed O(q) with q jobs ready;
--   O(n log r) with r ids remembered
-- Abort: see remember; without its item the job is gone; what else is left of it, the cleaner drops
-- include keys
-- include time
-- include fence
-- include let_go
-- include remember
-- include drop_extras
redis.call('DEL', unpack(of_mine(items)))
let_go()
drop_extras(mine_ids)
return lost
