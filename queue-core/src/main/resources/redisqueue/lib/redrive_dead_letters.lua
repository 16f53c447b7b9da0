-- include lib/events
-- include lib/fields
-- include lib/join_groups
-- include lib/note
-- include lib/open_next
-- include lib/time
-- Where a dead letter stands among those that were buried in the same millisecond: an older one has a lower number. The
-- list has the newest first, but behind these the letters of unreadable jobs, the newest last.
local function place_in_burial(keys, id)
	local at = redis.call('LPOS', keys.dead, id, 'RANK', -1) or 0
	return redis.call('ZSCORE', keys.dead_unreadable, id) and at or -at
end

-- The oldest first. What has a time of its own is not looked for in the list.
local function sort_by_burial(keys, jobs)
	local of_time = {}
	for _, job in ipairs(jobs) do
		of_time[job.buried_at] = (of_time[job.buried_at] or 0) + 1
	end
	for _, job in ipairs(jobs) do
		job.place = of_time[job.buried_at] > 1 and place_in_burial(keys, job.id) or 0
	end
	table.sort(jobs, function(one, other)
		if one.buried_at ~= other.buried_at then
			return one.buried_at < other.buried_at
		end
		return one.place < other.place
	end)
end

-- Puts dead letters back, with failures and crashes set to zero. The algorithm's steps:
--   exists(id)                            whether such a job lives
--   make_ready(id, payload, headers)      headers packed, or false
--   forget(id)                            removes what an earlier job of the same id left
--   payload                               that of the jobs from now on; nil: they keep theirs
-- Jobs of groups join these instead, in the order in which they were buried. Returns for each id 1 if its job is in the
-- queue again, 0 if it has no dead letter or was in the queue already; and for how many somebody who waits has to be
-- woken.
-- Abort: a dead letter beside a job that is in the queue again is skipped by the next redrive.
local function redrive_dead_letters(keys, ids, steps)
	local BURIED_AT, FAILURES, PAYLOAD, HEADERS, GROUP = 1, 4, 6, 7, 8
	local redriven, again, earlier, ready, grouped, now = {}, {}, {}, 0, {}, now_ms()
	local some_grouped = redis.call('EXISTS', keys.groups) == 1
	for i, id in ipairs(ids) do
		local letter = redis.call('HGET', keys.dead_job, id)
		redriven[i] = 0
		local is_there = letter and (steps.exists(id) or some_grouped and redis.call('HEXISTS', keys.groups, id) == 1)
		local values = letter and not is_there and parse_fields(letter)
		if values and values[PAYLOAD] then
			local payload = steps.payload or values[PAYLOAD]
			redriven[i] = 1
			again[#again + 1] = id
			earlier[#again] = keys.history and events_in(values[FAILURES]) or false
			if values[GROUP] then
				grouped[#grouped + 1] = { id = id, group = values[GROUP], payload = payload,
					packed = values[HEADERS] or '', due = now, buried_at = tonumber(values[BURIED_AT]) or 0 }
			else
				steps.make_ready(id, payload, values[HEADERS])
				ready = ready + 1
			end
		end
	end
	if #grouped > 0 then
		sort_by_burial(keys, grouped)
		for _, job in ipairs(grouped) do
			steps.forget(job.id)
		end
		local waking, is_more = join_due_before(keys, now)
		local groups, is_sooner = join_groups(keys, grouped, now, is_more)
		ready = ready + waking + is_sooner + open_next(keys, groups, now)
	end
	note(keys, again, 'redriven', { earlier = earlier })
	if #again > 0 then
		redis.call('HDEL', keys.dead_job, unpack(again))
		redis.call('ZREM', keys.dead_unreadable, unpack(again))
		for _, id in ipairs(again) do
			redis.call('LREM', keys.dead, -1, id)
		end
	end
	return redriven, ready
end
