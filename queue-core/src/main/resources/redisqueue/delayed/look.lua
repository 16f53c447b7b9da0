-- look: which shards of a queue have jobs that could be leased now
-- KEYS: for each shard in a row: delayed, the same again, joining, firings, paused
-- Reply: 0; the positions of the shards that have ready jobs, or leases that have run out, counted from 1; a paused
--   shard has none
-- Cost: O(s log m) with s shards and m jobs in each
-- include delayed/scores
-- include lib/look
return look(KEYS, 5, function(keys, first, now)
	local delayed = keys[first]
	return is_due(delayed, now) or is_due(keys[first + 2], now) or is_due(keys[first + 3], now)
		or #redis.call('ZRANGE', delayed, LEASED, has_run_out_below(now), 'BYSCORE', 'LIMIT', 0, 1) > 0
end)
