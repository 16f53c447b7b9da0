-- Whether this is the history of a job that has ended, as the queue keeps it. If that cannot be read, it is.
local function is_history(keys, key, id)
	return keys.history and key == keys.history.events and redis.pcall('ZSCORE', keys.history.ended, id) ~= false
end

-- Drops what a hash or a sorted set holds for ids without a job, about so many at a time; nothing of a history that is
-- something else. exists(id) tells whether there is such a job, and how many bytes it read for that; jobs that are not open
-- yet have their payloads in p:waiting. Returns the next cursor, how many were dropped, how many bytes were read.
local function sweep_leftovers(keys, key, cursor, count, exists)
	local is_hash = redis.call('TYPE', key).ok == 'hash'
	if not is_hash and keys.history and key == keys.history.events then
		return '0', 0, 0
	end
	local page = redis.call(is_hash and 'HSCAN' or 'ZSCAN', key, cursor, 'COUNT', count)
	local dropped, bytes = 0, 0
	for k = 1, #page[2], 2 do
		local id = page[2][k]
		local is_there, read = exists(id)
		if not is_there and redis.call('HEXISTS', keys.waiting, id) == 0 and not is_history(keys, key, id) then
			dropped = dropped + redis.call(is_hash and 'HDEL' or 'ZREM', key, id)
		end
		bytes = bytes + #page[2][k + 1] + (read or 0)
	end
	return page[1], dropped, bytes
end
