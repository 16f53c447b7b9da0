-- extend: leases last for another lease time from now on, with all that their run holds
-- KEYS: those of keys.lua; the private lists of other runs follow from the receipts
-- ARGV: n, n ids, the worker, n receipts, the lease time in ms
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n), for a job that was reclaimed O(q) with q jobs ready
-- Abort: some are extended; an id in queue and private list at once is ready until its receipt is unmarked, then leased
-- include lib/memory
-- include lib/time
-- include list/fence
-- include list/keys
-- include list/private_lists
local keys = name_keys(KEYS)
local leases = fence(keys, ARGV)
local ids, receipts, held, lost, stored = leases.ids, leases.receipts, leases.held, leases.lost, leases.stored
if #held == 0 then
	return { 0, unpack(lost) }
end
allow_oom(keys)
local ends = now_ms() + tonumber(ARGV[leases.rest])
local beats, seen, reclaimed, unmarked = {}, {}, {}, {}
for _, i in ipairs(held) do
	local receipt = receipts[i]
	if not seen[receipt] then
		seen[receipt] = true
		beats[#beats + 1], beats[#beats + 2] = ends, holder_of(receipt)
	end
	if stored[i] ~= receipt then
		reclaimed[#reclaimed + 1] = ids[i]
		unmarked[#unmarked + 1], unmarked[#unmarked + 2] = ids[i], receipt
	end
end

-- create
redis.call('ZADD', keys.workers, unpack(beats))
if #reclaimed > 0 then
	for k, id in ipairs(reclaimed) do
		redis.call('LPUSH', keys.private_base .. holder_of(unmarked[2 * k]), id)
	end
	redis.call('HSET', keys.receipts, unpack(unmarked))
end

-- remove
for _, id in ipairs(reclaimed) do
	redis.call('LREM', keys.queue, 0, id)
end
return { 0, unpack(lost) }
