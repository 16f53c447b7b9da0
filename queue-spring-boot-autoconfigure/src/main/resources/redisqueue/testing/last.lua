-- include lib/time

-- The reply about the last of the delayed jobs whose scores are below a limit: in how many ms it is due, 0 if that is now
-- or there is none.
local function last_below(keys, limit)
	local from = string.format('(%.0f', limit)
	local last = redis.call('ZRANGE', keys.delayed, from, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, 1, 'WITHSCORES')[2]
	return { 0, last and math.max(0, tonumber(last) - now_ms()) or 0 }
end
