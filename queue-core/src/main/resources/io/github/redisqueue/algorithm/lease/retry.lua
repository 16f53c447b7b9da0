-- retry: leased jobs on which a handler failed become delayed, or dead if it failed too
--   often
-- KEYS: the fixed ones, n item keys, n lease keys
-- ARGV: the worker, n receipts, how many failures are retried, how many dead letters are
--   kept; then for each lease its delay in ms and its cause
-- Reply: the places of the leases that were lost, and with a minus sign those of the
--   jobs that are dead
-- Cost: O(n log d) with d jobs delayed, plus that of letting go as in complete
-- Abort: a job in delayed and processing at once is held until its lease ends, then the
--   cleaner takes it out of processing
-- include keys
-- include time
-- include ring
-- include fields
-- include failed
-- include dead
-- include fence
-- include let_go
local limit, max_dead = tonumber(ARGV[rest]), tonumber(ARGV[rest + 1])
-- include open
local now = now_ms()
local first_due = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
local earliest = first_due and tonumber(first_due) or math.huge
local before = redis.call('HMGET', failures, unpack(ids))
local sooner, hopeless, gone = false, {}, {}
for _, i in ipairs(my_places()) do
	local id = ids[i]
	local failed, count = failed_again(before[i], now)
	if count > limit then
		lost[#lost + 1] = -i
		local crashes_of = redis.call('HGET', crashes, id)
		bury(id, now, worker, ARGV[rest + 2 * i + 1], failed, crashes_of, redis.call('GET', items[i]),
			redis.call('HGET', headers, id))
		hopeless[#hopeless + 1], gone[#gone + 1] = id, items[i]
	else
		local due = after(now, tonumber(ARGV[rest + 2 * i]))
		sooner = sooner or due < earliest
		redis.call('ZADD', delayed, due, id)
		redis.call('HSET', failures, id, failed)
	end
end
if #hopeless > 0 then
	redis.call('DEL', unpack(gone))
end
let_go()
if #hopeless > 0 then
	redis.call('HDEL', failures, unpack(hopeless))
	redis.call('HDEL', crashes, unpack(hopeless))
	redis.call('HDEL', headers, unpack(hopeless))
	trim_dead(max_dead)
end
if sooner then
	ring()
end
return lost
