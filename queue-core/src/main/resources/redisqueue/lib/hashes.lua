-- Hashes that hold something for few jobs only.

-- Removes ids from hashes. Mostly none of the hashes exists, and one look saves the removals.
local function remove_from_hashes(ids, ...)
	if redis.call('EXISTS', ...) > 0 then
		for _, hash in ipairs({ ... }) do
			redis.call('HDEL', hash, unpack(ids))
		end
	end
end
