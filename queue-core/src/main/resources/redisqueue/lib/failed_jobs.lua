-- include lib/buried
-- include lib/dead_letters
-- include lib/delay_retried
-- include lib/events
-- include lib/failed
-- include lib/failures
-- include lib/memory
-- include lib/time
-- Leased jobs whose handler failed, or that are given up. Leases are what the fence returns. content(keys, id) gives the
-- payload and the headers of a job; the payload is nil if it is gone.

-- Writes dead letters of the jobs at some positions. In given are worker, causes by position, and lists as note_buried has
-- them, but by position: counted and before, records of failures; and failed.
local function bury_jobs(keys, ids, positions, given, crashes_of, now, content)
	local some = {}
	local buried = { records = {}, before = {}, causes = {}, workers = {}, failed = {} }
	for k, i in ipairs(positions) do
		some[k] = ids[i]
		buried.records[k], buried.before[k] = given.counted[i] or given.before[i], given.before[i]
		buried.causes[k], buried.workers[k] = given.causes[i], given.worker
		buried.failed[k] = given.failed and given.failed[i] or false
	end
	local records = note_buried(keys, some, buried, now)
	for k, i in ipairs(positions) do
		local payload, headers = content(keys, ids[i])
		if payload then
			write_dead_letter(keys, ids[i],
				{ now, given.worker, given.causes[i], records[k], crashes_of(i), payload, headers })
		end
	end
end

-- Counts a failure of each job that is held: those that failed too often get a dead letter, the others are delayed. From
-- a position on, the arguments tell for each lease its delay in ms and its cause. The position of a job that is buried
-- joins those that are lost, with a minus sign. Returns the positions of the delayed ones and of the dead ones, and for
-- how many somebody who waits has to be woken.
local function delay_or_give_up(keys, leases, max_retries, arguments, from, content)
	local ids, held, lost, worker = leases.ids, leases.held, leases.lost, leases.worker
	local delays, causes = failure_arguments(arguments, from, #ids)
	allow_oom(keys)
	local now = now_ms()
	local before = redis.call('HMGET', keys.failures, unpack(ids))
	local retried, exhausted, counted = count_failures(held, before, max_retries, now)
	local events = note_failures(keys, ids, held, before, causes, worker, now)
	for _, i in ipairs(exhausted) do
		lost[#lost + 1] = -i
	end
	if #exhausted > 0 then
		local given = { worker = worker, causes = causes, counted = counted, before = before, failed = events }
		bury_jobs(keys, ids, exhausted, given, function(i)
			return redis.call('HGET', keys.crashes, ids[i])
		end, now, content)
	end
	if #retried == 0 then
		return retried, exhausted, 0
	end
	-- From now on there are failures.
	leases.are_plain = nil
	if events then
		for _, i in ipairs(retried) do
			counted[i] = counted[i] .. ':' .. add_event(events_in(before[i]), events[i], FEW_EVENTS)
		end
	end
	return retried, exhausted, delay_retried(keys, ids, retried, counted, delays, now)
end

-- Writes dead letters of jobs. From a position on, the arguments tell for each lease 1 if its handler has just failed,
-- else 0, and the cause.
local function give_up(keys, leases, arguments, from, content)
	local ids, held, worker = leases.ids, leases.held, leases.worker
	allow_oom(keys)
	local now = now_ms()
	local before = redis.call('HMGET', keys.failures, unpack(ids))
	local crashes_of = redis.call('HMGET', keys.crashes, unpack(ids))
	local failed, causes, counted = {}, {}, {}
	for _, i in ipairs(held) do
		causes[i] = arguments[from + 2 * i - 1]
		if arguments[from + 2 * i - 2] == '1' then
			failed[#failed + 1] = i
			counted[i] = count_failure(before[i], now)
		end
	end
	local events = note_failures(keys, ids, failed, before, causes, worker, now)
	local given = { worker = worker, causes = causes, counted = counted, before = before, failed = events }
	bury_jobs(keys, ids, held, given, function(i)
		return crashes_of[i]
	end, now, content)
end
