-- include lib/bell
-- include lib/delay_until
-- include lib/rescheduled
-- include lib/reschedule_waiting
-- Rescheduling in queues whose ready jobs stand in a list. What is moved goes to delayed, also if it is due at once.

-- Moves jobs to a time at which they become ready, in ms; a ready one that is to be ready stays. is_free(i) tells whether
-- there is a job with the id at that position, and nobody holds it. Returns the reply: how many wake-ups the caller has to
-- push, and for each id 1 if its job is ready, delayed or waiting, else 0.
local function reschedule_listed(keys, ids, due, now, shard, is_free)
	local reply, moved, queued = { 0 }, {}, {}
	local waiting, opened = reschedule_waiting(keys, ids, due, now)

	-- read
	local scores = redis.call('ZMSCORE', keys.delayed, unpack(ids))
	for i, id in ipairs(ids) do
		local free = is_free(i)
		local is_queued = free and not scores[i] and redis.call('LPOS', keys.queue, id) ~= false
		local is_found = is_queued or (free and scores[i])
		local is_ready = is_queued or (is_found and tonumber(scores[i]) <= now)
		reply[i + 1] = (is_found or waiting[i]) and 1 or 0
		if is_found and not (is_ready and due <= now) then
			moved[#moved + 1] = id
			queued[#queued + 1] = is_queued and id or nil
		end
	end
	note_rescheduled(keys, ids, moved, waiting)
	if #moved == 0 then
		reply[1] = opened > 0 and ring(keys, shard, opened) or 0
		return reply
	end

	-- create
	local waking = delay_until(keys, moved, due, now) + opened

	-- remove
	for _, id in ipairs(queued) do
		redis.call('LREM', keys.queue, 0, id)
	end
	redis.call('HDEL', keys.receipts, unpack(moved))
	reply[1] = waking > 0 and ring(keys, shard, waking) or 0
	return reply
end
