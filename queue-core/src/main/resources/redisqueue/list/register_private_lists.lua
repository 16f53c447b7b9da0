-- register_private_lists: finds private lists whose boot is not registered, as long as keys last, some at a time; it is
--   registered as if it had just shown that it lives, so that it has a lease time to do so
-- KEYS: those of keys.lua; the private lists are the ones found
-- ARGV: the cursor of SCAN, the pattern of private lists, the lease time in ms
-- Reply: 0; the next cursor
-- Cost: O(1) for each key of the database
-- Abort: some are registered
-- include lib/memory
-- include lib/time
-- include list/keys
local keys = name_keys(KEYS)
allow_oom(keys)
local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 500)
local ends = now_ms() + tonumber(ARGV[3])
for _, list in ipairs(page[2]) do
	redis.call('ZADD', keys.workers, 'NX', ends, string.sub(list, #keys.private_base + 1))
end
return { 0, page[1] }
