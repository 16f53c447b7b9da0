-- look: which shards of a queue have jobs that could be leased now
-- KEYS: for each shard in a row: queue, delayed, joining, firings, paused
-- Reply: 0; the positions of the shards that have ready jobs, or delayed ones that are due, counted from 1; a paused
--   shard has none
-- Cost: O(s) with s shards
-- include lib/look
return look(KEYS, 5, function(keys, first, now)
	return redis.call('LLEN', keys[first]) > 0 or is_due(keys[first + 1], now) or is_due(keys[first + 2], now)
		or is_due(keys[first + 3], now)
end)
