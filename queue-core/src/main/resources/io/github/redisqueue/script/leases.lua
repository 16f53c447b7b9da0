-- include headers_of
-- include any_held
-- The reply to lease: next_due, memo (what the next lease is to know); if none is leased, 1
-- if any job is held by anybody, else 0; if jobs are leased first_token, receipts (one text
-- for all, or a list with one for each), ids, payloads; and if any of the jobs has some,
-- lists of their headers, failures and crashes.
local reply
if #ids == 0 then
	reply = { next_due, memo, any_held() and 1 or 0 }
else
	reply = { next_due, memo, first_token, receipts, ids, payloads }
	local headed = headers_of(ids)
	local spent = redis.call('EXISTS', failures, crashes) > 0
	if headed or spent then
		reply[7] = headed or {}
		reply[8] = spent and redis.call('HMGET', failures, unpack(ids)) or {}
		reply[9] = spent and redis.call('HMGET', crashes, unpack(ids)) or {}
	end
end
return reply
