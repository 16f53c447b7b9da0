-- An abandoned job is ready again: its entry stays, pending for RECLAIMED, and it has a
-- place at the tail of the stream, where its turn comes. Abort: a place that the record
-- does not name, or whose entry is not pending for RECLAIMED, is dropped when it is
-- delivered.
local function ready_again(id, entry)
	local place = redis.call('XADD', stream, '*', 'id', id, 'place-of', entry)
	redis.call('HSET', entries, id, entry .. ' ' .. place)
	redis.call('XCLAIM', stream, GROUP, RECLAIMED, 0, entry, 'JUSTID')
end
