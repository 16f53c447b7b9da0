-- bury: leased jobs become dead
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts, how many dead letters are kept; then for each
--   lease 1 if its handler has just failed, else 0, and the cause
-- Reply: for each lease 1 if this call buried it, else 0
-- Cost: O(n log p) with p leased, plus the sizes of the payloads
-- Abort: a dead letter may stand beside a job that lives on; redrive passes it by
-- include keys
-- include time
-- include fields
-- include parse
-- include failed
-- include dead
-- include record
-- include entry
-- include group
-- include let_go
-- include fence
-- include mine
local max_dead = tonumber(ARGV[rest])
-- include open
local now = now_ms()
local failures_of = redis.call('HMGET', failures, unpack(ids))
local crashes_of = redis.call('HMGET', crashes, unpack(ids))
for _, i in ipairs(mine) do
	local job, failed = read_entry(own[i]), failures_of[i]
	if ARGV[rest + 2 * i - 1] == '1' then
		failed = failed_again(failed, now)
	end
	if job then
		bury(ids[i], now, worker, ARGV[rest + 2 * i], failed, crashes_of[i], job.payload, job.headers)
	else
		-- deleted by hand
		held[i] = 0
	end
end
forget(mine_entries, mine_ids)
trim_dead(max_dead)
return held
