-- include lib/schedules
-- include testing/all_keys
-- include testing/times
-- What passes in the same way in queues of all types.

-- The arguments of all calls: ms, the worker whose leases stay as they are (empty: there is none), 1 if time passes for
-- schedules, too, the pattern of all keys, n, n prefixes of keys of other queues among them. Returns them, and the position
-- of the next argument.
local function passing_arguments(arguments)
	local n = tonumber(arguments[5])
	return tonumber(arguments[1]), arguments[2], arguments[3] == '1', arguments[4], { unpack(arguments, 6, 5 + n) }, 6 + n
end

-- Brings the end of all keys that expire nearer, except those that are kept.
local function move_expiries(pattern, others, ms, is_kept)
	for _, key in ipairs(all_keys(pattern, others)) do
		local left = redis.call('PTTL', key)
		if left >= 0 and not is_kept(key) then
			redis.call('PEXPIRE', key, string.format('%.0f', math.max(left - ms, 0)))
		end
	end
end

-- Moves the plans of schedules. Their declarations stay as they are: the application would have repeated them.
local function move_schedules(keys, ms)
	local TIMES = { 'planned', 'fired', 'job', 'successor', 'anchor' }
	local found = redis.call('HGETALL', keys.plans)
	for k = 1, #found, 2 do
		local plan = parse_plan(found[k + 1])
		if plan then
			for _, name in ipairs(TIMES) do
				plan[name] = plan[name] > UNPLANNED and plan[name] - ms or plan[name]
			end
			for at, instant in ipairs(plan.instants) do
				plan.instants[at] = instant - ms
			end
			redis.call('HSET', keys.plans, found[k], plan_text(plan))
		end
	end
	for _, key in ipairs({ keys.firings, keys.planning }) do
		move_scores(key, function(time)
			return time - ms
		end)
	end
end

-- Moves what is remembered of jobs that have ended or failed, and the times at which jobs join their groups and open
-- there. Nobody keeps the clock any more: who leases next takes it.
local function move_records(keys, ms)
	move_failures(keys.failures, ms)
	move_dead_letters(keys.dead_job, ms)
	for _, key in ipairs({ keys.completed, keys.dead_unreadable, keys.joining, keys.kept, keys.paces }) do
		move_scores(key, function(score)
			return score - ms
		end)
	end
	if keys.history then
		move_events(keys.history.events, ms)
		move_scores(keys.history.ended, function(score)
			return score - ms
		end)
	end
	local used_up_to = tonumber(redis.call('GET', keys.rate) or '')
	if used_up_to then
		redis.call('SET', keys.rate, string.format('%.3f', used_up_to - ms * 1000), 'KEEPTTL')
	end
	redis.call('DEL', keys.clock)
end
