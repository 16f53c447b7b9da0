-- Remembers the ids of completed jobs for as long as the window says, in ms. Each call forgets at most 2n + 100 ids
-- that are too old, so that its cost stays bounded. Abort: an id that is remembered although its job lives on is
-- refused anyway, until the job has ended too.
local function remember_completed(keys, ids, window, now)
	local ended = {}
	for k, id in ipairs(ids) do
		ended[2 * k - 1], ended[2 * k] = now, id
	end
	redis.call('ZADD', keys.completed, unpack(ended))
	local old = redis.call('ZCOUNT', keys.completed, '-inf', now - window)
	if old > 0 then
		redis.call('ZREMRANGEBYRANK', keys.completed, 0, math.min(old, 2 * #ids + 100) - 1)
	end
	redis.call('PEXPIRE', keys.completed, window)
end
