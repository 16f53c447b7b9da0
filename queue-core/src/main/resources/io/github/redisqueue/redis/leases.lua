-- include headers_of
-- The reply to lease: next_due, memo (what the next lease is to know); if jobs are leased
-- also first_token, known (by what the queue knows the leases: one text for all, or a list
-- with one for each), ids, payloads; and if any of the jobs has some, lists of their
-- headers, failures and crashes.
local reply = { next_due, memo }
if #ids > 0 then
	reply = { next_due, memo, first_token, known, ids, payloads }
	local headed = headers_of(ids)
	local spent = redis.call('EXISTS', failures, crashes) > 0
	if headed or spent then
		reply[7] = headed or {}
		reply[8] = spent and redis.call('HMGET', failures, unpack(ids)) or {}
		reply[9] = spent and redis.call('HMGET', crashes, unpack(ids)) or {}
	end
end
return reply
