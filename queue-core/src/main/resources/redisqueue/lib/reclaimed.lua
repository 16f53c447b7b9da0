-- include lib/events
-- include lib/note
-- The leases of some jobs have run out: their history tells that or, if the queue keeps none, their records of failures,
-- from which it gets into the dead letter of a job that is buried later. Workers are by position, false if unknown.
local function note_reclaimed(keys, ids, workers, now)
	if #ids == 0 or note(keys, ids, 'reclaimed', { workers = workers }) then
		return
	end
	local records, stored = redis.call('HMGET', keys.failures, unpack(ids)), {}
	for k, id in ipairs(ids) do
		local events = add_event(events_in(records[k]), pack_event(now, 'reclaimed', workers[k]), FEW_EVENTS)
		stored[2 * k - 1], stored[2 * k] = id, with_events(records[k], events)
	end
	redis.call('HSET', keys.failures, unpack(stored))
end
