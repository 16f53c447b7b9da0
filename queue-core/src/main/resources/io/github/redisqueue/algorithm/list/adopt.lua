-- adopt: finds private lists whose boot is not registered, as long as keys last, some at a
--   time; it is registered as if it had just shown that it lives, so that it has a lease
--   time to do so
-- KEYS: the fixed ones; the private lists are the ones found
-- ARGV: the cursor of SCAN, the pattern of private lists, the lease time in ms
-- Reply: the next cursor
-- Cost: O(1) for each key of the database
-- Abort: some are registered
-- include keys
-- include time
-- include open
local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 500)
local ends = now_ms() + tonumber(ARGV[3])
for _, list in ipairs(page[2]) do
	redis.call('ZADD', workers, 'NX', ends, string.sub(list, #private_base + 1))
end
return { page[1] }
