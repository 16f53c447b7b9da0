-- extend: leases last for another lease time from now on
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the worker, n receipts, the lease time in ms
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n log m) with m jobs in the queue
-- Abort: jobs that were reclaimed have their receipt back, but are still ready; lease replaces it
-- include delayed/fence
-- include delayed/keys
-- include delayed/scores
-- include lib/memory
-- include lib/time
local keys = name_keys(KEYS)
local leases = fence(keys, ARGV)
local ids, receipts, held, lost = leases.ids, leases.receipts, leases.held, leases.lost
if #held > 0 then
	allow_oom(keys)
	local ends = LEASED + now_ms() + tonumber(ARGV[leases.rest])
	local scores, stored = {}, {}
	for k, i in ipairs(held) do
		scores[2 * k - 1], scores[2 * k] = ends, ids[i]
		stored[2 * k - 1], stored[2 * k] = ids[i], receipts[i]
	end
	-- Jobs that were reclaimed, and taken by nobody since, are leased again.
	redis.call('HSET', keys.receipts, unpack(stored))
	redis.call('ZADD', keys.delayed, unpack(scores))
end
return { 0, unpack(lost) }
