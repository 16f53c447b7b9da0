-- The receipt of the lease of a job, or nil if nobody holds it: a lease that has run out is held until the job is reclaimed
-- (stored with a minus sign). That of a foreign client is all that its lease says.
local function receipt_held(keys, id)
	local holder = redis.call('GET', keys.lease_base .. id) or redis.call('HGET', keys.receipts, id)
	return holder and string.sub(holder, 1, 1) ~= '-' and (string.match(holder, '^(%d+):') or holder) or nil
end
