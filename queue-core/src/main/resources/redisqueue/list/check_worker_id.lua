-- check_worker_id: a worker claims its id before it leases
-- KEYS: those of keys.lua
-- ARGV: the lease time in ms, what the last reply said to remember
-- Reply: 0; 1 if another live worker has the id, else 0; what to remember, empty if the claim is ours
-- Cost: O(1)
-- Abort: nothing has changed, or the claim is ours
-- include lib/memory
-- include lib/time
-- include list/keys
-- include list/worker_id
local keys = name_keys(KEYS)
allow_oom(keys)
local seen = claim_worker_id(keys, ARGV[2], now_ms(), tonumber(ARGV[1]))
return { 0, seen and 0 or 1, seen or ARGV[2] }
