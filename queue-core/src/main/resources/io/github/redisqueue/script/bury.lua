-- bury: leased jobs become dead
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts, how many dead letters are kept; then for each
--   lease 1 if its handler has just failed, else 0, and the cause
-- Reply: the places of the leases that were lost
-- Cost: O(n) plus the sizes of the payloads, plus that of forgetting
-- Abort: a dead letter may stand beside a job that lives on; redrive passes it by
-- include keys
-- include time
-- include fields
-- include failed
-- include dead
-- include content
-- include fence
-- include forget
local max_dead = tonumber(ARGV[rest])
-- include open
local now = now_ms()
for _, i in ipairs(my_places()) do
	local id = ids[i]
	local failed = redis.call('HGET', failures, id)
	if ARGV[rest + 2 * i - 1] == '1' then
		failed = failed_again(failed, now)
	end
	local payload, headed = content(id)
	if payload then
		bury(id, now, worker, ARGV[rest + 2 * i], failed, redis.call('HGET', crashes, id), payload, headed)
	end
end
forget(mine_ids, mine_last)
trim_dead(max_dead)
return lost
