-- look: which shards of a queue have jobs that could be leased now
-- KEYS: for each shard in a row: stream, delayed, joining, firings, paused
-- ARGV: the lease time in ms of consumers that are not ours
-- Reply: 0; the positions of the shards that have ready jobs, delayed ones that are due, or leases that have run out
--   among the first 20 that are pending, counted from 1; a paused shard has none
-- Cost: O(s) with s shards, plus a look at 20 pending entries of each
-- include lib/look
-- include stream/delivered
-- include stream/group
-- include stream/keys
local LOOK, lease_ms = 20, tonumber(ARGV[1])

local function has_pending(keys)
	local page = pending(keys, '-', '+', LOOK)
	for _, delivery in ipairs(page) do
		if delivery[2] == RELEASED or is_abandoned(delivery, lease_ms) then
			return true
		end
	end
	return #page == LOOK and #pending(keys, '-', '+', 1, RELEASED) > 0
end

return look(KEYS, 5, function(all, first, now)
	local keys = { stream = all[first] }
	return is_due(all[first + 1], now) or is_due(all[first + 2], now) or is_due(all[first + 3], now)
		or first_undelivered(keys) or has_pending(keys)
end)
