-- include lib/arguments
-- Which of some leases the caller still holds, where the receipt of a job's last lease is kept: the caller's receipt is
-- that one, with a minus sign once the job was reclaimed and nobody has taken it since. The arguments are n, n ids, the
-- worker, n receipts. Returns ids, worker, receipts; rest, the position of the next argument; held and lost, the
-- positions of the leases that are held and of those that are lost; and stored, the receipts that are kept.
local function fence(keys, arguments)
	local ids, worker, receipts, rest = fence_arguments(arguments)
	local held, lost = {}, {}
	local stored = redis.call('HMGET', keys.receipts, unpack(ids))
	for i, receipt in ipairs(receipts) do
		if stored[i] == receipt or stored[i] == '-' .. receipt then
			held[#held + 1] = i
		else
			lost[#lost + 1] = i
		end
	end
	return { ids = ids, worker = worker, receipts = receipts, rest = rest, held = held, lost = lost, stored = stored }
end
