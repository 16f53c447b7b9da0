-- include lib/buried
-- include lib/dead_letters
-- include lib/delay_retried
-- include lib/events
-- include lib/failed
-- include lib/failures
-- include lib/memory
-- include lib/time
-- Leased jobs whose handler failed, or that are given up. content(i) gives the payload and the headers of a job by its
-- position; the payload is nil if it is gone.

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
		local payload, headers = content(i)
		if payload then
			write_dead_letter(keys, ids[i],
				{ now, given.worker, given.causes[i], records[k], crashes_of(i), payload, headers })
		end
	end
end

-- Counts a failure for each of some positions: jobs that failed too often get a dead letter, the others are delayed. In
-- failed are worker, max_retries, and by position delays in ms and causes. The position of a job that is buried joins
-- those that are lost, with a minus sign. Returns the positions of both, and for how many somebody who waits has to be
-- woken.
local function delay_or_give_up(keys, ids, held, lost, failed, content)
	allow_oom(keys)
	local now = now_ms()
	local before = redis.call('HMGET', keys.failures, unpack(ids))
	local retried, exhausted, counted = count_failures(held, before, failed.max_retries, now)
	local events = note_failures(keys, ids, held, before, failed.causes, failed.worker, now)
	for _, i in ipairs(exhausted) do
		lost[#lost + 1] = -i
	end
	if #exhausted > 0 then
		local given = { worker = failed.worker, causes = failed.causes, counted = counted, before = before, failed = events }
		bury_jobs(keys, ids, exhausted, given, function(i)
			return redis.call('HGET', keys.crashes, ids[i])
		end, now, content)
	end
	if #retried == 0 then
		return retried, exhausted, 0
	end
	if events then
		for _, i in ipairs(retried) do
			counted[i] = counted[i] .. ':' .. add_event(events_in(before[i]), events[i], FEW_EVENTS)
		end
	end
	return retried, exhausted, delay_retried(keys, ids, retried, counted, failed.delays, now)
end

-- Writes dead letters of jobs. From a position on, the arguments tell for each lease 1 if its handler has just failed,
-- else 0, and the cause.
local function give_up(keys, ids, held, worker, arguments, from, content)
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
