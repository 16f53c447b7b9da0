-- include lib/events
-- include lib/note
-- include lib/time
-- Jobs are redriven: their history goes on, from their dead letters if the queue has dropped it. If it keeps none, the
-- events stay in the records of failures, which say that the jobs never failed. Earlier events are by position, nil for none.
local function note_redriven(keys, ids, earlier)
	if #ids == 0 or note(keys, ids, 'redriven', { earlier = earlier }) then
		return
	end
	local stored, now = {}, now_ms()
	for k, id in ipairs(ids) do
		local events = add_event(earlier[k], pack_event(now, 'redriven'), FEW_EVENTS)
		stored[2 * k - 1], stored[2 * k] = id, with_events(nil, events)
	end
	redis.call('HSET', keys.failures, unpack(stored))
end
