-- include lib/arguments
-- include stream/group
-- include stream/keys
-- include stream/records
-- Which of some leases the caller still holds: the entry that the receipt names is that of the job, and is pending for
-- this worker by the same delivery; or for RECLAIMED, if nobody took the job since. The arguments are n, n ids, the worker,
-- n receipts. Returns ids, worker, receipts; rest, the position of the next argument; held and lost, the positions of the
-- leases that are held and of those that are lost; by position entries, those of the jobs, and places, those at the tail
-- of the stream that some have; and deliveries, by entry how it is pending.
local function fence(keys, arguments)
	local ids, worker, receipts, rest = fence_arguments(arguments)
	local records = redis.call('HMGET', keys.entries, unpack(ids))
	local entries, places, known = {}, {}, {}
	for i, record in ipairs(records) do
		local entry, place = parse_record(record)
		entries[i], places[i] = entry or false, place
		known[#known + 1] = entry
	end
	local deliveries = #known > 0 and deliveries_of(keys, known) or {}
	local held, lost = {}, {}
	local consumer, holder
	for i, receipt in ipairs(receipts) do
		local delivery = entries[i] and deliveries[entries[i]]
		if delivery and delivery[2] ~= consumer then
			consumer = delivery[2]
			holder = consumer == RECLAIMED and worker or worker_of(consumer)
		end
		if delivery and holder == worker and receipt == receipt_of(entries[i], delivery[4]) then
			held[#held + 1] = i
		else
			lost[#lost + 1] = i
		end
	end
	return { ids = ids, worker = worker, receipts = receipts, rest = rest, held = held, lost = lost, entries = entries,
		places = places, deliveries = deliveries }
end
