-- reclaim: leased jobs whose lease has run out become ready, or dead if they crashed too often; 500 at most
-- KEYS: those of keys.lua
-- ARGV: how many crashes are allowed, how many dead letters are kept, the cause of a death by crashes, the
--   token
-- Reply: how many tokens the caller has to push; how many were reclaimed, buried
-- Cost: O(n log m) for n of m jobs
-- Abort: crashes are counted and receipts marked of jobs that are still leased; the next call goes on
-- include delayed/keys
-- include delayed/reclaim_jobs
-- include lib/bell
-- include lib/time
local keys = name_keys(KEYS)
local limits = { max_crashes = tonumber(ARGV[1]), max_dead = tonumber(ARGV[2]), cause = ARGV[3] }
local reclaimed, buried = reclaim_jobs(keys, now_ms(), limits)
return { reclaimed > 0 and ring(keys, ARGV[#ARGV], reclaimed) or 0, reclaimed, buried }
