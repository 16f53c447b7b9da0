-- include record
-- include group
-- Which of n leases the caller still holds: the entry that its receipt names is that of
-- the job, and is pending for this worker by the same delivery; or for RECLAIMED, if
-- nobody took the job since. ARGV: n, n ids, the worker, n receipts (see receipt_of);
-- further arguments begin at ARGV[rest].
local n = tonumber(ARGV[1])
local worker, rest = ARGV[n + 2], 2 * n + 3
local ids, lost, is_lost = { unpack(ARGV, 2, n + 1) }, {}, {}
local records = redis.call('HMGET', entries, unpack(ids))
local named, candidates, any_placed = {}, {}, false
for i, record in ipairs(records) do
	if record then
		local entry, place = parse_record(record)
		named[i], candidates[#candidates + 1] = entry, entry
		any_placed = any_placed or place
	end
end
local by_entry = #candidates > 0 and deliveries_of(candidates) or {}
for i = 1, n do
	local entry = named[i]
	local delivery = entry and by_entry[entry]
	if not (delivery and (delivery[2] == RECLAIMED or holder_of(delivery[2]) == worker)
		and ARGV[n + 2 + i] == receipt_of(entry, delivery[4])) then
		lost[#lost + 1], is_lost[i] = i, true
	end
end
if #lost == n then
	return lost
end
-- include mine
-- The entries of these jobs, if none of them has a place beside.
local mine_last = not any_placed and of_mine(records) or nil
