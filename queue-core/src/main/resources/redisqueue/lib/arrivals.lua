-- What comes before it is ready: delayed jobs join their groups, and firings of schedules become jobs.

-- Lets come what is due. Returns whether more is to come, which is true also if a place is kept.
local function let_arrive(keys, now, exists)
	if redis.call('EXISTS', keys.joining, keys.kept, keys.firings) == 0 then
		return false
	end
	-- include lib/fire_due
	-- include lib/join_groups
	fire_due(keys, now, exists)
	join_due(keys, now)
	return true
end

-- The ms until more is due in all, if it is so long until more is due of what has come (0: more is ready, -1: nothing).
local function with_arrivals(keys, next_due_ms, now)
	-- include lib/first_to_arrive
	local first = next_due_ms ~= 0 and math.min(first_to_join(keys), first_firing(keys)) or math.huge
	if first == math.huge then
		return next_due_ms
	end
	local come_ms = math.max(0, first - now)
	return next_due_ms < 0 and come_ms or math.min(next_due_ms, come_ms)
end
