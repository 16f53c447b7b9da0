-- Keeps in mind which ids end now, for as long as the window says (0: not at all).
-- ARGV[rest]: the window in ms. Needs time, and mine_ids of the fence. What is too old goes
-- a little faster than it came, so that no call has much of it to do. Abort: an id that is
-- remembered although its job lives on is refused anyway, until the job has ended too.
local window = tonumber(ARGV[rest])
if window > 0 then
-- include open
	local now, ended = now_ms(), {}
	for k, id in ipairs(mine_ids) do
		ended[2 * k - 1], ended[2 * k] = now, id
	end
	redis.call('ZADD', completed, unpack(ended))
	local old = redis.call('ZCOUNT', completed, '-inf', now - window)
	if old > 0 then
		redis.call('ZREMRANGEBYRANK', completed, 0, math.min(old, 2 * #mine_ids + 100) - 1)
	end
	redis.call('PEXPIRE', completed, window)
end
