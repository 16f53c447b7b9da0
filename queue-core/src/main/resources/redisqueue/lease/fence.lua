-- Reads the arguments that calls about leases begin with: the worker, n receipts. Returns them, and the position of the
-- next argument.
local function worker_and_receipts(arguments, n)
	return arguments[1], { unpack(arguments, 2, n + 1) }, n + 2
end

-- Which of some leases the caller still holds: the job exists; and its lease key names the caller, or it has run out
-- and the caller's receipt is that of the job's last lease (with a minus sign once the job was reclaimed). Returns the
-- positions of the leases that are held, the positions of those that are lost, and what the lease keys hold (false: it
-- has run out).
local function fence(keys, ids, items, leases, worker, receipts)
	local holders = redis.call('MGET', unpack(leases))
	local all_exist = redis.call('EXISTS', unpack(items)) == #items
	local held, lost = {}, {}
	local receipt, holder
	for i, own in ipairs(receipts) do
		-- Jobs that were leased together have one receipt.
		if receipt ~= own then
			receipt = own
			holder = own .. ':' .. worker
		end
		local is_held = holders[i] == holder
		if not holders[i] then
			local stored = redis.call('HGET', keys.receipts, ids[i])
			is_held = stored == own or stored == '-' .. own
		end
		if is_held and (all_exist or redis.call('EXISTS', items[i]) == 1) then
			held[#held + 1] = i
		else
			lost[#lost + 1] = i
		end
	end
	return held, lost, holders
end
