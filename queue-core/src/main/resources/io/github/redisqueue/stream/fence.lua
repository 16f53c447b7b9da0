-- include record
-- include group
-- Which of n leases the caller still holds: the entry that the receipt names is that of the
-- job, and is pending for this worker by the same delivery; or for READY, as the job was
-- made ready again but taken by nobody. ARGV: n, n ids, the worker, n receipts (token,
-- entry, deliveries); further arguments begin at ARGV[rest].
local n = tonumber(ARGV[1])
local worker, rest = ARGV[n + 2], 2 * n + 3
local ids, held, mine, mine_ids, deliveries = { unpack(ARGV, 2, n + 1) }, {}, {}, {}, {}
local records = redis.call('HMGET', entries, unpack(ids))
for i, id in ipairs(ids) do
	local entry, count = string.match(ARGV[n + 2 + i], '^%d+ (%d+%-%d+) (%d+)$')
	local known, place = parse_record(records[i])
	local delivery = entry and entry == (known or entry) and pending(entry, entry, 1)[1]
	held[i] = 0
	if delivery and tostring(delivery[4]) == count
		and (delivery[2] == READY or holder_of(delivery[2]) == worker) then
		held[i] = 1
		mine[#mine + 1], mine_ids[#mine_ids + 1], deliveries[i] = i, id, delivery
		located[id] = { entry, place }
	end
end
if #mine == 0 then
	return held
end
