-- reclaim: leased jobs whose lease has run out become ready, or dead if they crashed too often; 200 at most
-- KEYS: those of keys.lua, the turn
-- ARGV: where to go on (not used), the lease time in ms (not used), how many crashes are allowed, how many dead
--   letters are kept, the cause of a death by crashes, who takes the turn, for how many ms (0: nobody), the shard
-- Reply: how many wake-ups the caller has to push, see offer; where to go on (empty: done), how many were reclaimed, buried,
--   dropped (none); the ids of the buried; nothing more than 0 if somebody else has the turn
-- Cost: O(n log m) for n of m jobs
-- Abort: crashes are counted and receipts marked of jobs that are still leased; the next call goes on
-- include delayed/freed
-- include delayed/keys
-- include delayed/reclaim_jobs
-- include lib/bell
-- include lib/time
-- include lib/told_ids
-- include lib/turn
local keys = name_keys(KEYS, ARGV)
if not has_turn(keys, KEYS[#KEYS], ARGV[6], ARGV[7]) then
	return { 0 }
end
local limits = { max_crashes = tonumber(ARGV[3]), max_dead = tonumber(ARGV[4]), cause = ARGV[5] }
local reclaimed, buried, ids = reclaim_jobs(keys, now_ms(), limits)
local wake_ups = reclaimed > 0 and ring(keys, ARGV[#ARGV], reclaimed) or ring_freed(keys, ARGV[#ARGV], buried)
-- What was reclaimed is ready now, so the next call finds others.
return { wake_ups, reclaimed + buried > 0 and 'on' or '', reclaimed, buried, 0, told_ids(ids) }
