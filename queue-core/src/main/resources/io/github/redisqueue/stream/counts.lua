-- counts: how many jobs are in each state
-- KEYS: the fixed ones
-- Reply: ready, delayed, leased, dead, 1 if paused, now, the ready time of the oldest
--   ready job or absent; two that are absent
-- Cost: O(log d + c) with d jobs delayed and c consumers that hold something
-- include keys
-- include time
-- include group
local now = now_ms()
local due = redis.call('ZCOUNT', delayed, '-inf', now)
local delivered, again = 0, 0
local summary = redis.pcall('XPENDING', stream, GROUP)
if not summary.err then
	delivered = summary[1]
	for _, consumer in ipairs(summary[4] or {}) do
		again = consumer[1] == READY and tonumber(consumer[2]) or again
	end
end
-- a job that is ready again counts by its place, which is not delivered yet
local waiting = math.max(0, redis.call('XLEN', stream) - delivered)
local head = undelivered()
local oldest = head and tonumber(string.match(head[1], '^%d+')) or math.huge
if due > 0 then
	oldest = math.min(oldest, redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2])
end
return {
	waiting + due,
	redis.call('ZCARD', delayed) - due,
	delivered - again,
	redis.call('LLEN', dead),
	redis.call('EXISTS', paused),
	string.format('%.0f', now),
	oldest < math.huge and string.format('%.0f', oldest),
	false,
	false,
}
