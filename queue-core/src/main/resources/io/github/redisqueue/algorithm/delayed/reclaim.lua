-- reclaim: leased jobs whose lease has run out become ready, or dead if they crashed too
--   often; 500 at most
-- KEYS: the fixed ones
-- ARGV: how many crashes are allowed, how many dead letters are kept, the cause
-- Reply: how many were reclaimed, buried
-- Cost: O(n log m) for n of m jobs
-- Abort: some are reclaimed
-- include keys
-- include time
-- include ring
-- include fields
-- include dead
-- include crashed
-- include forget
-- include run_out
-- include open
local reclaimed, buried = reclaim(now_ms(), tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3])
if reclaimed > 0 then
	ring()
end
return { reclaimed, buried }
