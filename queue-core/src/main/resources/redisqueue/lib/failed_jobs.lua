-- include lib/dead_letters
-- include lib/delay_retried
-- include lib/failures
-- include lib/memory
-- include lib/time
-- Leased jobs whose handler failed, or that are given up. content(i) gives the payload and the headers of a job by its
-- position; the payload is nil if it is gone.

-- Counts a failure for each of some positions: jobs that failed too often get a dead letter, the others are delayed. In
-- failed are worker, max_retries, and by position delays in ms and causes. The position of a job that is buried joins
-- those that are lost, with a minus sign. Returns the positions of both, and for how many somebody who waits has to be
-- woken.
local function delay_or_give_up(keys, ids, held, lost, failed, content)
	allow_oom(keys)
	local now = now_ms()
	local before = redis.call('HMGET', keys.failures, unpack(ids))
	local events = note_failures(keys, ids, held, failed.causes, failed.worker, now)
	local retried, exhausted, counted = count_failures(held, before, failed.max_retries, now, events)
	for _, i in ipairs(exhausted) do
		lost[#lost + 1] = -i
		local payload, headers = content(i)
		if payload then
			local crashes = redis.call('HGET', keys.crashes, ids[i])
			local letter = { now, failed.worker, failed.causes[i], counted[i], crashes, payload, headers }
			write_dead_letter(keys, ids[i], letter)
		end
	end
	if #retried == 0 then
		return retried, exhausted, 0
	end
	return retried, exhausted, delay_retried(keys, ids, retried, counted, failed.delays, now)
end

-- Writes dead letters of jobs. From a position on, the arguments tell for each lease 1 if its handler has just failed,
-- else 0, and the cause.
local function give_up(keys, ids, held, worker, arguments, from, content)
	allow_oom(keys)
	local now = now_ms()
	local failures_of = redis.call('HMGET', keys.failures, unpack(ids))
	local crashes_of = redis.call('HMGET', keys.crashes, unpack(ids))
	local failed, causes = {}, {}
	for _, i in ipairs(held) do
		causes[i] = arguments[from + 2 * i - 1]
		failed[#failed + 1] = arguments[from + 2 * i - 2] == '1' and i or nil
	end
	local _, _, counted = count_failures(failed, failures_of, 0, now, note_failures(keys, ids, failed, causes, worker, now))
	for _, i in ipairs(held) do
		local payload, headers = content(i)
		if payload then
			local failures = counted[i] or failures_of[i]
			write_dead_letter(keys, ids[i], { now, worker, causes[i], failures, crashes_of[i], payload, headers })
		end
	end
end
