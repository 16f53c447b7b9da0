-- bury: leased jobs become dead
-- KEYS: the fixed ones, n item keys, n lease keys
-- ARGV: the worker, n receipts, how many dead letters are kept; then for each lease 1 if
--   its handler has just failed, else 0, and the cause
-- Reply: the places of the leases that were lost
-- Cost: O(n) plus the sizes of the payloads, plus that of letting go as in complete
-- Abort: a dead letter may stand beside a job that lives on; redrive passes it by
-- include keys
-- include time
-- include fields
-- include failed
-- include dead
-- include fence
-- include let_go
local max_dead = tonumber(ARGV[rest])
-- include open
local now = now_ms()
local failures_of = redis.call('HMGET', failures, unpack(ids))
local crashes_of = redis.call('HMGET', crashes, unpack(ids))
local headers_of = redis.call('HMGET', headers, unpack(ids))
for _, i in ipairs(my_places()) do
	local failed = failures_of[i]
	if ARGV[rest + 2 * i - 1] == '1' then
		failed = failed_again(failed, now)
	end
	bury(ids[i], now, worker, ARGV[rest + 2 * i], failed, crashes_of[i], redis.call('GET', items[i]), headers_of[i])
end
redis.call('DEL', unpack(of_mine(items)))
let_go()
redis.call('HDEL', failures, unpack(mine_ids))
redis.call('HDEL', crashes, unpack(mine_ids))
redis.call('HDEL', headers, unpack(mine_ids))
trim_dead(max_dead)
return lost
