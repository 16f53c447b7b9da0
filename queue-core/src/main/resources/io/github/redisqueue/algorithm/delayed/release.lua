-- release: leased jobs become ready again, ahead of the others and in the order given:
--   they were older
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts
-- Reply: the places of the leases that were lost
-- Cost: O(n log m) with m jobs in the queue
-- Abort: jobs that are ready with a token, which lease replaces
-- include keys
-- include time
-- include ring
-- include first_due
-- include fence
-- include open
local STEP = 2 ^ -12
local first = math.min(now_ms(), first_due() or math.huge)
local scores = {}
for k, id in ipairs(mine_ids) do
	scores[2 * k - 1], scores[2 * k] = first - (#mine_ids - k + 1) * STEP, id
end
redis.call('ZADD', delayed, unpack(scores))
redis.call('HDEL', tokens, unpack(mine_ids))
ring()
return lost
