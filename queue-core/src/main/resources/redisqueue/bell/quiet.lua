-- quiet: which of some queues may have jobs or are paused, or have schedules or what is left of some
-- KEYS: for each queue one that never exists; those looked at follow from its prefix, and exist only while there is something
-- ARGV: for each queue its type if jobs are looked for, or schedules
-- Reply: 0; the positions of the queues that have any, counted from 0. Of a stream, which stays, it counts what is in it, or
--   pending.
-- Cost: O(q) with q queues
-- Abort: nothing has changed
-- What joining has waits, too.
local function count(base, ...)
	return redis.call('EXISTS', base .. 'delayed', base .. 'firings', base .. 'waiting', base .. 'paused', ...)
end

local function has_any(base, what)
	if what == 'lease' then
		return count(base, base .. 'queue', base .. 'processing', base .. 'suspects') > 0
	elseif what == 'list' then
		return count(base, base .. 'queue', base .. 'workers') > 0
	elseif what == 'delayed' then
		return count(base) > 0
	elseif what == 'schedules' then
		return redis.call('EXISTS', base .. 'schedules', base .. 'plans', base .. 'firings', base .. 'planning') > 0
	end
	local stream = base .. 'stream'
	local found = count(base, stream)
	-- What may not be looked at, or is no stream, is an error, and not 0.
	return found > 1 or found == 1 and not (redis.pcall('XLEN', stream) == 0
		and redis.pcall('XPENDING', stream, 'workers')[1] == 0)
end

local reply = { 0 }
for k, key in ipairs(KEYS) do
	if has_any(string.sub(key, 1, -#'absent' - 1), ARGV[k]) then
		reply[#reply + 1] = tostring(k - 1)
	end
end
return reply
