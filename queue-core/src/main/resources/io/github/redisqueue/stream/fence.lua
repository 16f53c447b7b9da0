-- include record
-- include group
-- Which of n leases the caller still holds: the entry that the receipt names is that of
-- the job, and is pending for this worker by the same delivery; or for RECLAIMED, if
-- nobody took the job since. ARGV: n, n ids, the worker, n receipts (token, entry,
-- deliveries); further arguments begin at ARGV[rest].
local n = tonumber(ARGV[1])
local worker, rest = ARGV[n + 2], 2 * n + 3
local ids, held, mine, mine_ids, deliveries = { unpack(ARGV, 2, n + 1) }, {}, {}, {}, {}
local mine_last -- is what entries tell: see located
local named, candidates = {}, {}
for i, record in ipairs(redis.call('HMGET', entries, unpack(ids))) do
	held[i] = 0
	if record then
		local entry, place = parse_record(record)
		located[ids[i]] = { entry, place }
		named[i], candidates[#candidates + 1] = entry, entry
	end
end
local by_entry = deliveries_of(candidates)
for i, id in ipairs(ids) do
	local delivery = by_entry[named[i]]
	if delivery and (delivery[2] == RECLAIMED or holder_of(delivery[2]) == worker) then
		local known_by = ' ' .. named[i] .. ' ' .. delivery[4]
		if string.sub(ARGV[n + 2 + i], -#known_by) == known_by then
			held[i] = 1
			mine[#mine + 1], mine_ids[#mine_ids + 1], deliveries[i] = i, id, delivery
		end
	end
end
if #mine == 0 then
	return held
end
