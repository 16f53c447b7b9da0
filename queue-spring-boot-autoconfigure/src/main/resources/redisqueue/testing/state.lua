-- include lib/time
-- include testing/waiting
-- Where delayed jobs stand, in the algorithms that keep them in a sorted set of their own.

-- The reply about one job: 0 if it is not there, 1 if it is, 2 if it is delayed.
local function state_of(keys, id, is_there)
	local now = now_ms()
	if not is_there then
		return { 0, waiting_state(keys, id, now) }
	end
	local due = tonumber(redis.call('ZSCORE', keys.delayed, id) or nil)
	return { 0, due and due > now and 2 or 1 }
end
