-- include headers_of
-- The reply to lease: next_due, memo (what the next lease is to know), how many values
-- each lease has, then those of each of ids, given and payloads: most jobs have no
-- headers, and have neither failed nor crashed, so that three values are enough.
local reply = { next_due, memo, 3 }
if #ids > 0 then
	local headed = headers_of(ids)
	local spent = redis.call('EXISTS', failures, crashes) > 0
	if headed or spent then
		reply[3] = 6
		local failures_of = spent and redis.call('HMGET', failures, unpack(ids)) or {}
		local crashes_of = spent and redis.call('HMGET', crashes, unpack(ids)) or {}
		headed = headed or {}
		for k, id in ipairs(ids) do
			local at = 6 * k - 3
			reply[at + 1], reply[at + 2], reply[at + 3] = id, given[k], payloads[k]
			reply[at + 4], reply[at + 5], reply[at + 6] = headed[k] or false, failures_of[k] or false, crashes_of[k] or false
		end
	else
		for k, id in ipairs(ids) do
			local at = 3 * k
			reply[at + 1], reply[at + 2], reply[at + 3] = id, given[k], payloads[k]
		end
	end
end
return reply
