-- Drops what a hash or a sorted set holds for ids without a job, some at a time. exists(id) tells whether there is such
-- a job. Returns the next cursor, and how many were dropped.
local function sweep_leftovers(key, cursor, exists)
	local is_hash = redis.call('TYPE', key).ok == 'hash'
	local page = redis.call(is_hash and 'HSCAN' or 'ZSCAN', key, cursor, 'COUNT', 500)
	local dropped = 0
	for k = 1, #page[2], 2 do
		local id = page[2][k]
		if not exists(id) then
			dropped = dropped + redis.call(is_hash and 'HDEL' or 'ZREM', key, id)
		end
	end
	return page[1], dropped
end
