-- include lib/time
-- Where delayed jobs stand, in the algorithms that keep them in a sorted set of their own.

-- The reply about one job: 0 if it is not there, 1 if it is, 2 if it is delayed.
local function state_of(keys, id, is_there)
	local due = is_there and tonumber(redis.call('ZSCORE', keys.delayed, id) or nil)
	local is_delayed = due and due > now_ms()
	return { 0, is_there and (is_delayed and 2 or 1) or 0 }
end
