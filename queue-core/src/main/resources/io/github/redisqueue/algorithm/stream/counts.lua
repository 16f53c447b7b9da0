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
local delivered, pending_for = 0, {}
local summary = ask('XPENDING', stream, GROUP)
if summary then
	delivered = summary[1]
	for _, consumer in ipairs(summary[4] or {}) do
		pending_for[consumer[1]] = tonumber(consumer[2])
	end
end
local reclaimed, released = pending_for[RECLAIMED] or 0, pending_for[RELEASED] or 0
-- A job that was reclaimed counts by its place, which is not delivered yet.
local waiting = math.max(0, redis.call('XLEN', stream) - delivered)
local oldest = math.huge
for _, head in ipairs({ undelivered() or false, released > 0 and pending('-', '+', 1, RELEASED)[1] }) do
	oldest = head and math.min(oldest, string.match(head[1], '^%d+')) or oldest
end
if due > 0 then
	oldest = math.min(oldest, redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2])
end
return {
	waiting + released + due,
	redis.call('ZCARD', delayed) - due,
	delivered - reclaimed - released,
	redis.call('LLEN', dead),
	redis.call('EXISTS', paused),
	string.format('%.0f', now),
	oldest < math.huge and string.format('%.0f', oldest),
	false,
	false,
}
