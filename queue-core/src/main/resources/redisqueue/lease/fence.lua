-- include lease/keys
-- include lib/arguments
-- Whether all items exist; for a few, whether none of the keys does that hold something for few jobs only; and for a
-- single one, whether no job is ready. EXISTS counts a key as often as it is named: with the queue named six times, and
-- the item twelve times, one number tells all.
local function look_at_items(keys, items)
	local FEW, TIMES = 3, 6
	if #items == 1 then
		local item, queue = items[1], keys.queue
		local count = redis.call('EXISTS', keys.suspects, keys.failures, keys.crashes, keys.headers, keys.limits, queue,
			queue, queue, queue, queue, queue, item, item, item, item, item, item, item, item, item, item, item, item)
		return count >= 2 * TIMES, count % TIMES == 0, count == 2 * TIMES
	end
	if #items > FEW then
		return redis.call('EXISTS', unpack(items)) == #items
	end
	local named = { keys.suspects, keys.failures, keys.crashes, keys.headers, keys.limits }
	for _, item in ipairs(items) do
		for _ = 1, TIMES do
			named[#named + 1] = item
		end
	end
	local count = redis.call('EXISTS', unpack(named))
	return count >= TIMES * #items, count % TIMES == 0
end

-- Which of some leases the caller still holds: the job exists; and its lease key names the caller, or it has run out
-- and the job's last lease was that of the caller (stored with a minus sign once the job was reclaimed). The arguments
-- are n, n ids, the worker, n receipts. Returns ids, worker, receipts; rest, the position of the next argument; held and lost, the
-- positions of the leases that are held and of those that are lost; items and lease_keys; holders, what the lease
-- keys hold (false: it has run out); are_plain, whether there are no suspects, failures, crashes, headers and limits,
-- nil if that is not known; and is_last, whether besides no job is ready, nil if that is not known.
local function fence(keys, arguments)
	local ids, worker, receipts, rest = fence_arguments(arguments)
	local items, lease_keys = keys_of(keys.item_base, ids), keys_of(keys.lease_base, ids)
	local holders = redis.call('MGET', unpack(lease_keys))
	local all_exist, are_plain, is_last = look_at_items(keys, items)
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
			is_held = stored == holder or stored == '-' .. holder
		end
		if is_held and (all_exist or redis.call('EXISTS', items[i]) == 1) then
			held[#held + 1] = i
		else
			lost[#lost + 1] = i
		end
	end
	return { ids = ids, worker = worker, receipts = receipts, rest = rest, held = held, lost = lost, items = items,
		lease_keys = lease_keys, holders = holders, are_plain = are_plain, is_last = is_last }
end
