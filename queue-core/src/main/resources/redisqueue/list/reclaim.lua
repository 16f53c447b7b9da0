-- reclaim: leased jobs of a worker that was silent for longer than its lease time become ready, or dead if they crashed
--   too often; 200 at a time
-- KEYS: those of keys.lua, the turn; the private list follows from the worker found
-- ARGV: where to go on (not used), the lease time in ms (not used), how many crashes are allowed, how many dead
--   letters are kept, the cause of a death by crashes, who takes the turn, for how many ms (0: nobody), the shard
-- Reply: how many wake-ups the caller has to push, see offer; where to go on (empty: done), how many were reclaimed, buried,
--   dropped; the ids of the buried; nothing more than 0 if somebody else has the turn
-- Cost: O(n) for n jobs
-- Abort: see reclaim_from; no bell rings
-- include lib/bell
-- include lib/memory
-- include lib/time
-- include lib/told_ids
-- include lib/turn
-- include list/freed
-- include list/keys
-- include list/reclaim_from
local keys, now = name_keys(KEYS, ARGV), now_ms()
if not has_turn(keys, KEYS[#KEYS], ARGV[6], ARGV[7]) then
	return { 0 }
end
local limits = { max_crashes = tonumber(ARGV[3]), max_dead = tonumber(ARGV[4]), cause = ARGV[5] }
-- The lease of one that ends in this millisecond is not over for certain.
local silent = redis.call('ZRANGE', keys.workers, '-inf', '(' .. now, 'BYSCORE', 'LIMIT', 0, 1)[1]
if not silent then
	return { 0, '', 0, 0, 0, {} }
end
allow_oom(keys)
local reclaimed, buried, dropped, ids = reclaim_from(keys, silent, 200, false, now, limits)
local wake_ups = reclaimed > 0 and ring(keys, ARGV[#ARGV], reclaimed) or ring_freed(keys, ARGV[#ARGV], buried + dropped)
return { wake_ups, 'on', reclaimed, buried, dropped, told_ids(ids) }
