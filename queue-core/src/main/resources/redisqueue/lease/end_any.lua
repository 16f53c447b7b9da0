-- include lib/ended
-- The end of jobs that are ready, delayed or leased, whoever holds them. Returns which positions are those of such jobs,
-- as true.
local function end_any(keys, ids)
	local was_there = {}
	for i, id in ipairs(ids) do
		local is_there = redis.call('DEL', keys.item_base .. id) == 1
		if is_there then
			redis.call('ZREM', keys.delayed, id)
			redis.call('LREM', keys.queue, 0, id)
			redis.call('LREM', keys.processing, 0, id)
			redis.call('ZREM', keys.suspects, id)
			redis.call('DEL', keys.lease_base .. id)
			redis.call('HDEL', keys.receipts, id)
			ended(keys, { id })
		end
		was_there[i] = is_there or nil
	end
	return was_there
end
