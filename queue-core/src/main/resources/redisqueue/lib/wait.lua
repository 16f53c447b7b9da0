-- include lib/memory
-- Waiting instances agree on who looks for jobs, and when.

-- A fallback poll: of all instances one looks in each interval, in ms. Returns nil if it is the caller, else the ms
-- until the next look is due.
local function ms_until_poll(keys, interval)
	local left = redis.call('PTTL', keys.polled)
	if left > 0 and left <= tonumber(interval) then
		return left
	end
	write(keys, 'SET', keys.polled, 1, 'PX', interval)
end

-- When the next job is due, one of those who wait wakes up by itself: the one that keeps the clock, where it stands
-- together with that time. It is kept by the first who asks, unless another job is due earlier. Returns the ms until
-- the waiter has to look again, at most one hour, or -1 if that is left to another one. Without a waiter (empty), the
-- clock is not touched. A waiter that does not wait for a time any more keeps the clock no more, or nobody would. The
-- caller may know that nobody keeps it.
local function keep_clock(keys, waiter, next_due_ms, now, is_unkept)
	local SLACK, LONGEST, END_OF_TIME = 1000, 3600000, 2 ^ 53
	local wait_ms = math.min(next_due_ms, LONGEST)
	if waiter == '' or next_due_ms <= 0 then
		local kept = waiter ~= '' and not is_unkept and redis.call('GET', keys.clock)
		if kept and string.sub(kept, 1, #waiter + 1) == waiter .. ':' then
			redis.call('DEL', keys.clock)
		end
		return wait_ms
	end
	local due = math.min(now + next_due_ms, END_OF_TIME)
	local wanted = string.format('%s:%.0f', waiter, due)
	local kept = redis.call('GET', keys.clock)
	if kept == wanted then
		return wait_ms
	end
	local keeper, kept_due = string.match(kept or '', '^(.*):(%d+)$')
	if keeper and keeper ~= waiter and tonumber(kept_due) > now and tonumber(kept_due) <= due then
		return -1
	end
	write(keys, 'SET', keys.clock, wanted, 'PX', string.format('%.0f', wait_ms + SLACK))
	return wait_ms
end
