-- lease: ready jobs become leased, the oldest first; delayed ones that are due become ready before
-- KEYS: those of keys.lua; those of items and leases follow from the ids found
-- ARGV: how many at most, the lease time in ms, the worker, the cursor, two limits and a cause, which this algorithm
--   does not use; the waiter (empty: the caller does not wait for bells), the interval of its fallback poll in ms (0:
--   this is none), the limits of the caller on leasing (empty: none), the shard
-- Reply: how many wake-ups the caller has to push; ms until more is due (0: more may be ready, -1: nothing waits, or it is
--   left to another waiter, -2: paused, -3: polled by another, the ms until the next poll follow the cursor); the cursor
--   (empty); if none was leased, 1 if anybody holds a job, else 0; else what lease_reply adds
-- Cost: O(n + g) for n leases and g ghosts; O(log d) for each job that was delayed
-- Abort: an id in processing and queue at once with a lease is skipped in the queue and reclaimed when the lease ends;
--   an id with a lease that is not in processing is added there by the next lease (see repair)
-- include lease/jobs
-- include lease/keys
-- include lease/leased
-- include lib/arrivals
-- include lib/bell
-- include lib/gate
-- include lib/lease_reply
-- include lib/memory
-- include lib/take_oldest
-- include lib/time
-- include lib/tokens
-- include lib/wait
local keys, cursor = name_keys(KEYS, ARGV), ''
local max, lease_ms, worker = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local next_poll_ms = tonumber(ARGV[9]) > 0 and ms_until_poll(keys, ARGV[9])
if next_poll_ms then
	return { 0, -3, cursor, next_poll_ms }
end
-- Mostly none of these is there, or the record of limits alone, and one look tells.
local count = redis.call('EXISTS', keys.limits, keys.limits, keys.paused, keys.delayed, keys.failures, keys.crashes,
	keys.headers, keys.joining, keys.kept, keys.firings, keys.bell or keys.paused, keys.clock)
local is_silent = count == 0 or is_record_alone(keys, count)
count = is_silent and count or redis.call('EXISTS', keys.limits, keys.limits, keys.paused, keys.delayed, keys.failures,
	keys.crashes, keys.headers, keys.joining, keys.kept, keys.firings)
local is_plain, is_bare = count == 0, is_silent or count == 0 or is_record_alone(keys, count)
if not is_bare and redis.call('EXISTS', keys.paused) == 1 then
	return { 0, keep_clock(keys, ARGV[8], -2), cursor }
end
local now = not is_bare and now_ms() or nil
local some_arrive = not is_bare and let_arrive(keys, now, exists)
local gate = open_gate(keys, ARGV[10], max, is_plain)
narrow_gate(keys, gate, count_leased, 0)

-- The items and the leases of so few jobs take one command.
local FEW = 10
local function read_few(item_keys, lease_keys)
	local both, items, leases = { unpack(item_keys) }, {}, {}
	for k, lease in ipairs(lease_keys) do
		both[#item_keys + k] = lease
	end
	local found = redis.call('MGET', unpack(both))
	for k = 1, #item_keys do
		items[k], leases[k] = found[k], found[#item_keys + k]
	end
	return items, leases
end

local first_token, receipt
local batch, next_due_ms = take_oldest(keys, gate.max, now, {
	read = function(found)
		local lease_keys, item_keys, leases = keys_of(keys.lease_base, found), keys_of(keys.item_base, found), {}
		if #found <= FEW then
			return read_few(item_keys, lease_keys)
		end
		local items = redis.call('MGET', unpack(item_keys))
		if redis.call('EXISTS', unpack(lease_keys)) > 0 then
			leases = redis.call('MGET', unpack(lease_keys))
		end
		return items, leases
	end,
	is_leased = function()
		return true
	end,
	-- Jobs that are taken get a receipt and a lease, and stand in processing.
	assign = function(fresh, is_tail)
		first_token = first_token or reserve_tokens(keys, gate.max)
		receipt = receipt or token_text(first_token)
		local holder = receipt .. ':' .. worker
		store_receipt(keys, fresh, holder)
		for _, id in ipairs(fresh) do
			redis.call('PSETEX', keys.lease_base .. id, lease_ms, holder)
		end
		if is_tail then
			redis.call('LMOVE', keys.queue, keys.processing, 'RIGHT', 'LEFT')
		else
			redis.call('LPUSH', keys.processing, unpack(fresh))
		end
	end,
	repair = function(live)
		for _, id in ipairs(live) do
			if not redis.call('LPOS', keys.processing, id) then
				write(keys, 'LPUSH', keys.processing, id)
			end
		end
	end,
})
if some_arrive or keys.opened then
	next_due_ms = (keys.opened or 0) > 0 and 0 or with_arrivals(keys, next_due_ms, now)
end
next_due_ms = close_gate(keys, gate, batch.count, next_due_ms, now)
if some_arrive and gate.is_narrow then
	next_due_ms = with_arrivals(keys, next_due_ms, now)
end
local wait_ms = keep_clock(keys, ARGV[8], next_due_ms, gate.now_ms or now, is_silent)
batch.first_token, batch.receipts = first_token, receipt
local reply = lease_reply(keys, wait_ms, cursor, batch, is_bare, any_held)
reply[1] = ring_after_lease(keys, ARGV[#ARGV], next_due_ms, is_silent)
return reply
