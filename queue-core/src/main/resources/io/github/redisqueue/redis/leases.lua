-- include headers_of
-- The reply to lease: next_due, memo (what the next lease is to know), then what belongs
-- to each of ids, given and payloads.
local reply = { next_due, memo }
if #ids > 0 then
	local headed = headers_of(ids)
	local failures_of = redis.call('HMGET', failures, unpack(ids))
	local crashes_of = redis.call('HMGET', crashes, unpack(ids))
	for k, id in ipairs(ids) do
		local at = #reply
		reply[at + 1], reply[at + 2], reply[at + 3] = id, given[k], payloads[k]
		reply[at + 4], reply[at + 5], reply[at + 6] = headed[k], failures_of[k], crashes_of[k]
	end
end
return reply
