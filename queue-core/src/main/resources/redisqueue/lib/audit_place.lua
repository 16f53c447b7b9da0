-- Outside of leases, one place of a job stays that stands in several or in none: none if somebody holds it, else the delay
-- if it is not over, else the one in the queue. It stands in the queue so many times, and is delayed until a time, or not.
local function keep_free_place(keys, id, ready, is_held, delayed, now)
	local is_delayed = not is_held and delayed and (delayed > now or ready == 0)
	if is_held or is_delayed then
		redis.call('LREM', keys.queue, 0, id)
	elseif ready == 0 then
		redis.call('LPUSH', keys.queue, id)
	elseif ready > 1 then
		redis.call('LREM', keys.queue, ready - 1, id)
	end
	if not is_delayed then
		redis.call('ZREM', keys.delayed, id)
	end
	if not is_held then
		redis.call('HDEL', keys.receipts, id)
	end
end
