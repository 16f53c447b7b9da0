-- A job whose entry was delivered is ready again: the entry stays, pending for READY, and
-- the job has a place at the tail, where its turn comes, unless it has one already.
-- Abort: a place that the record does not name, or whose entry is not pending for READY,
-- is dropped when it is delivered.
local function ready_again(id, entry, deliveries, place)
	place = place or redis.call('XADD', stream, '*', 'id', id, 'entry', entry)
	redis.call('HSET', entries, id, entry .. ' ' .. place)
	redis.call('XCLAIM', stream, GROUP, READY, 0, entry, 'RETRYCOUNT', deliveries, 'FORCE', 'JUSTID')
end
