-- extend: leases last for another lease time from now on
-- KEYS: those of keys.lua; those of items and leases follow from the ids
-- ARGV: n, n ids, the worker, n receipts, the lease time in ms
-- Reply: 0; the positions of the leases that were lost
-- Cost: O(n), for a lease that had run out O(q + p) with q jobs ready and p leased
-- Abort: some are extended
-- include lease/fence
-- include lease/keys
-- include lib/memory
local keys = name_keys(KEYS)
local leases = fence(keys, ARGV)
local ids, receipts, held, lost = leases.ids, leases.receipts, leases.held, leases.lost
if #held == 0 then
	return { 0, unpack(lost) }
end
local lease_ms = ARGV[leases.rest]
allow_oom(keys)
for _, i in ipairs(held) do
	local lease_key = leases.lease_keys[i]
	if leases.holders[i] then
		redis.call('PEXPIRE', lease_key, lease_ms)
	else
		-- It had run out, and nobody took the job: back from the queue, if it was reclaimed.
		local holder = receipts[i] .. ':' .. leases.worker
		if not redis.call('LPOS', keys.processing, ids[i]) then
			redis.call('LPUSH', keys.processing, ids[i])
			redis.call('HSET', keys.receipts, ids[i], holder)
			redis.call('LREM', keys.queue, 0, ids[i])
		end
		redis.call('PSETEX', lease_key, lease_ms, holder)
	end
end
return { 0, unpack(lost) }
