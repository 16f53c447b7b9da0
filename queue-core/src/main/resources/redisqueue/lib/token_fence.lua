-- Which of some leases the caller still holds, where the receipt of a job's last lease is kept: the caller's receipt is
-- that one, with a minus sign once the job was reclaimed and nobody has taken it since. Returns the positions of the
-- leases that are held, the positions of those that are lost, and the receipts that are kept.
local function fence_by_token(keys, ids, receipts)
	local held, lost = {}, {}
	local stored = redis.call('HMGET', keys.receipts, unpack(ids))
	for i, receipt in ipairs(receipts) do
		if stored[i] == receipt or stored[i] == '-' .. receipt then
			held[#held + 1] = i
		else
			lost[#lost + 1] = i
		end
	end
	return held, lost, stored
end
