-- retry: leased jobs on which a handler failed become delayed, or dead if it failed too
--   often
-- KEYS: the fixed ones
-- ARGV: n, n ids, the worker, n receipts, how many failures are retried, how many dead
--   letters are kept; then for each lease its delay in ms and its cause
-- Reply: for each lease 1 if it will come back, 2 if it is dead, else 0
-- Cost: O(n (log p + log d)) with p leased and d delayed, plus the sizes of the payloads
-- Abort: a failure may be counted of a job that is still held; of a job that is delayed
--   and leased at once, the lease is lost when the delay is over
-- include keys
-- include time
-- include ring
-- include fields
-- include parse
-- include failed
-- include dead
-- include first_due
-- include record
-- include entry
-- include group
-- include let_go
-- include fence
-- include mine
local limit, max_dead = tonumber(ARGV[rest]), tonumber(ARGV[rest + 1])
-- include open
local now = now_ms()
local earliest, sooner, hopeless = first_due() or math.huge, false, {}
local failures_of = redis.call('HMGET', failures, unpack(ids))
for _, i in ipairs(mine) do
	local id, job = ids[i], read_entry(own[i])
	local failed, count = failed_again(failures_of[i], now)
	if not job then
		-- deleted by hand
		held[i] = 0
	elseif count > limit then
		held[i] = 2
		hopeless[#hopeless + 1] = id
		bury(id, now, worker, ARGV[rest + 2 * i + 1], failed, redis.call('HGET', crashes, id), job.payload, job.headers)
	else
		local due = after(now, tonumber(ARGV[rest + 2 * i]))
		sooner = sooner or due < earliest
		redis.call('HSET', failures, id, failed)
		redis.call('HSET', jobs, id, job.payload)
		if job.headers then
			redis.call('HSET', headers, id, job.headers)
		end
		redis.call('ZADD', delayed, due, id)
	end
end
if #hopeless > 0 then
	redis.call('HDEL', failures, unpack(hopeless))
	redis.call('HDEL', crashes, unpack(hopeless))
end
let_go(mine_entries, mine_ids)
trim_dead(max_dead)
if sooner then
	ring()
end
return held
