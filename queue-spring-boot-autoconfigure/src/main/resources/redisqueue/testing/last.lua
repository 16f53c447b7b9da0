-- include lib/time

local function last_score(key, limit)
	local from = string.format('(%.0f', limit)
	local last = redis.call('ZRANGE', key, from, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, 1, 'WITHSCORES')[2]
	return tonumber(last or 0)
end

-- The reply about the last of the delayed jobs whose scores are below a limit, and of what lets a job join its group or
-- frees a place there: in how many ms it is due, 0 if that is now or there is none.
local function last_below(keys, limit)
	local last = math.max(last_score(keys.delayed, limit), last_score(keys.joining, math.huge))
	return { 0, math.max(0, math.max(last, last_score(keys.kept, math.huge)) - now_ms()) }
end
