-- retry: leased jobs on which a handler failed become delayed, or dead if it failed too
--   often
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts, how many failures are retried, how many dead
--   letters are kept; then for each lease its delay in ms and its cause
-- Reply: the places of the leases that were lost, and with a minus sign those of the
--   jobs that are dead
-- Cost: O(n log d) with d jobs delayed, plus that of letting go or forgetting
-- Abort: a failure may be counted of a job that is still held; for the rest see let_go and
--   forget
-- include keys
-- include time
-- include ring
-- include fields
-- include failed
-- include dead
-- include content
-- include first_due
-- include fence
-- include let_go
-- include forget
local limit, max_dead = tonumber(ARGV[rest]), tonumber(ARGV[rest + 1])
-- include open
local now = now_ms()
local earliest = first_due() or math.huge
local before = redis.call('HMGET', failures, unpack(ids))
local sooner, hopeless, back, scores, counted = false, {}, {}, {}, {}
for _, i in ipairs(my_places()) do
	local id = ids[i]
	local failed, count = failed_again(before[i], now)
	if count > limit then
		lost[#lost + 1] = -i
		local payload, headed = content(id)
		if payload then
			bury(id, now, worker, ARGV[rest + 2 * i + 1], failed, redis.call('HGET', crashes, id), payload, headed)
		end
		hopeless[#hopeless + 1] = id
	else
		local due = after(now, tonumber(ARGV[rest + 2 * i]))
		sooner = sooner or due < earliest
		back[#back + 1] = id
		scores[#scores + 1], scores[#scores + 2] = due, id
		counted[#counted + 1], counted[#counted + 2] = id, failed
	end
end
if #back > 0 then
	redis.call('HSET', failures, unpack(counted))
	redis.call('ZADD', delayed, unpack(scores))
	let_go(back)
end
if #hopeless > 0 then
	forget(hopeless)
	trim_dead(max_dead)
end
if sooner then
	ring()
end
return lost
