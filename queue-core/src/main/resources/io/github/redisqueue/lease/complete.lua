-- complete: leased jobs end
-- KEYS: the fixed ones, n item keys, n lease keys
-- ARGV: the worker, n tokens, for how long to remember the ids, in ms (0: not at all)
-- Reply: for each lease 1 if this call completed it, else 0
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
local items = {}
for k, i in ipairs(mine) do
	items[k] = KEYS[FIXED + i]
end
redis.call('DEL', unpack(items))
let_go()
drop_extras(mine_ids)
return held
