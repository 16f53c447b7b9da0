-- cancel: a job that is ready, delayed or leased ends
-- KEYS: the fixed ones
-- ARGV: 1, its id
-- Reply: 1 if there was such a job, else 0
-- Cost: O(log m) with m jobs in the queue
-- Abort: see let_go
-- include keys
-- include record
-- include let_go
local id = ARGV[2]
local entry, place = parse_record(redis.call('HGET', entries, id))
local there = redis.call('ZSCORE', delayed, id)
undelay({ id })
if entry then
	there = redis.call('XDEL', stream, entry) == 1 or there
	let_go({ entry, place ~= '' and place or nil }, { id })
end
redis.call('HDEL', failures, id)
redis.call('HDEL', crashes, id)
return { there and 1 or 0 }
