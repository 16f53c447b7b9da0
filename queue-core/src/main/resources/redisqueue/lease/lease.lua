-- lease: ready jobs become leased, the oldest first; delayed ones that are due become ready before
-- KEYS: those of keys.lua; those of items and leases follow from the ids found
-- ARGV: how many at most, the lease time in ms, the worker; the cursor, the limits and the cause of a death by
--   crashes follow, which this algorithm does not use
-- Reply: 0; ms until more is due (0: more may be ready, -1: nothing waits, -2: paused); the cursor (empty); if none was
--   leased, 1 if anybody holds a job, else 0; else what lease_reply adds
-- Cost: O(n + g) for n leases and g ghosts; O(log d) for each job that was delayed
-- Abort: an id in processing and queue at once with a lease is skipped in the queue and reclaimed when the lease ends;
--   an id with a lease that is not in processing is added there by the next lease (see repair)
-- include lease/jobs
-- include lease/keys
-- include lib/lease_reply
-- include lib/memory
-- include lib/take_oldest
-- include lib/time
-- include lib/tokens
local keys, cursor = name_keys(KEYS), ''
local max, lease_ms, worker = tonumber(ARGV[1]), ARGV[2], ARGV[3]
if redis.call('EXISTS', keys.paused) == 1 then
	return { 0, -2, cursor }
end
allow_oom(keys)

local first_token, receipt
local ids, payloads, next_due_ms = take_oldest(keys, max, now_ms(), {
	read = function(found)
		local lease_keys, leases = keys_of(keys.lease_base, found), {}
		local items = redis.call('MGET', unpack(keys_of(keys.item_base, found)))
		if redis.call('EXISTS', unpack(lease_keys)) > 0 then
			leases = redis.call('MGET', unpack(lease_keys))
		end
		return items, leases
	end,
	is_leased = function()
		return true
	end,
	-- Jobs that are taken get a receipt and a lease, and stand in processing.
	assign = function(fresh)
		first_token = first_token or reserve_tokens(keys, max)
		receipt = receipt or token_text(first_token)
		store_receipt(keys, fresh, receipt)
		local holder = receipt .. ':' .. worker
		for _, id in ipairs(fresh) do
			redis.call('PSETEX', keys.lease_base .. id, lease_ms, holder)
		end
		redis.call('LPUSH', keys.processing, unpack(fresh))
	end,
	repair = function(live)
		for _, id in ipairs(live) do
			if not redis.call('LPOS', keys.processing, id) then
				redis.call('LPUSH', keys.processing, id)
			end
		end
	end,
})
if #ids == 0 then
	return { 0, next_due_ms, cursor, any_held(keys) and 1 or 0 }
end
return lease_reply(keys, {
	owed_ring = 0,
	next_due = next_due_ms,
	cursor = cursor,
	first_token = first_token,
	receipts = receipt,
	ids = ids,
	payloads = payloads,
	headers = headers_of(keys, ids),
})
