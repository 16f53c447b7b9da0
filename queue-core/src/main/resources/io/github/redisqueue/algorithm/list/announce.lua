-- announce: a worker claims its id before it leases
-- KEYS: the fixed ones
-- ARGV: the lease time in ms, what the last reply said to remember
-- Reply: 1 if another live worker has the id, else 0; what to remember, empty if the claim is
--   ours
-- Cost: O(1)
-- include keys
-- include time
-- include claim
-- include open
local seen = claim_id(ARGV[2], now_ms(), tonumber(ARGV[1]))
return { seen and 0 or 1, seen or ARGV[2] }
