-- Drops what is kept of few jobs only: mostly there is none of it, and one look saves much.
local function drop_extras(of_ids)
	if redis.call('EXISTS', failures, crashes, headers) > 0 then
		for _, kept in ipairs({ failures, crashes, headers }) do
			redis.call('HDEL', kept, unpack(of_ids))
		end
	end
end
