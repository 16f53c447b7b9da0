-- reclaim: leased jobs of a worker that was silent for longer than its lease time become
--   ready, or dead if they crashed too often; 500 at a time
-- KEYS: the fixed ones; the private list follows from the worker found
-- ARGV: how many crashes are allowed, how many dead letters are kept, the cause
-- Reply: 1 if there may be more, else 0; how many were reclaimed, buried, dropped
-- Cost: O(n) for n jobs
-- Abort: see take_back
-- include keys
-- include time
-- include take_back
local now = now_ms()
local silent = redis.call('ZRANGE', workers, '-inf', now, 'BYSCORE', 'LIMIT', 0, 1)[1]
if not silent then
	return { 0, 0, 0, 0 }
end
-- include open
return { 1, take_back(silent, 500, false, now, tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]) }
