-- extend: leases last for another lease time from now on, with all that their boot holds
-- KEYS: the fixed ones; the private lists of other boots follow from the receipts
-- ARGV: n, n ids, the worker, n receipts, the lease time in ms
-- Reply: the places of the leases that were lost
-- Cost: O(n), for a job that was reclaimed O(q) with q jobs ready
-- Abort: some are extended; an id in queue and private list at once is ready until its
--   token is unmarked, then leased
-- include keys
-- include time
-- include fence
-- include places
-- include open
local beats, seen, again, given = {}, {}, {}, {}
local ends = now_ms() + tonumber(ARGV[rest])
for _, i in ipairs(my_places()) do
	local receipt = ARGV[n + 2 + i]
	local holder = holder_of(receipt)
	if not seen[holder] then
		seen[holder] = true
		beats[#beats + 1], beats[#beats + 2] = ends, holder
	end
	if last[i] ~= receipt then
		again[#again + 1] = ids[i]
		given[#given + 1], given[#given + 2] = ids[i], receipt
	end
end
redis.call('ZADD', workers, unpack(beats))
if #again > 0 then
	for k, id in ipairs(again) do
		redis.call('LPUSH', private_base .. holder_of(given[2 * k]), id)
	end
	redis.call('HSET', tokens, unpack(given))
	for _, id in ipairs(again) do
		redis.call('LREM', queue, 0, id)
	end
end
return lost
