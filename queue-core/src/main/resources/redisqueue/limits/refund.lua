-- refund: leases of jobs that nobody handles are given back to the rate
-- KEYS: limits, rate, dead
-- ARGV: how many
-- Reply: 0
-- Cost: O(1)
-- Abort: they are not given back
-- include lib/limits
-- include lib/memory
local keys = { limits = KEYS[1], rate = KEYS[2], dead = KEYS[3] }
local limits = read_limits(keys, '')
local left_ms = redis.call('PTTL', keys.rate)
if limits and limits.interval_us and left_ms > 0 then
	local used_up_to = tonumber(redis.call('MGET', keys.rate)[1] or '') or 0
	write(keys, 'SET', keys.rate, string.format('%.3f', used_up_to - ARGV[1] * limits.interval_us), 'PX', left_ms)
end
return { 0 }
