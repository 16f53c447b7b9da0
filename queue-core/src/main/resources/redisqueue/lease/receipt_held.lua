-- The receipt of the lease of a job, or nil if nobody holds it. That of a foreign client is all that its lease says.
local function receipt_held(keys, id)
	local holder = redis.call('GET', keys.lease_base .. id)
	return holder and (string.match(holder, '^(%d+):') or holder) or nil
end
