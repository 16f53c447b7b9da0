-- lease: ready jobs become leased, the oldest first; delayed ones that are due become ready before, and so do those
--   that earlier runs of this worker left
-- KEYS: those of keys.lua; the private lists of earlier runs follow from their names
-- ARGV: how many at most, the lease time in ms, the worker, the cursor of the last reply, how many crashes are
--   allowed, how many dead letters are kept, the cause of a death by crashes, the waiter (empty: the caller does not
--   wait for bells), the interval of its fallback poll in ms (0: this is none), the limits of the caller on leasing
--   (empty: none), the shard
-- Reply: how many wake-ups the caller has to push; ms until more is due (0: more may be ready, -1: nothing waits, or it is
--   left to another waiter, -2: paused, -3: polled by another, the ms until the next poll follow the cursor); the cursor;
--   if none was leased, 1 if anybody holds a job, else 0; else what lease_reply adds. The cursor is empty (unknown), or
--   "alone": no earlier run of this worker holds jobs
-- Cost: O(n + g) for n leases and g ghosts; O(log d) for each job that was delayed; O(w) with w workers that hold
--   something, until no earlier run does
-- Abort: an id in queue and private list at once is ready until it has a receipt, then leased; its other position
--   counts for nothing. An id in the queue with a receipt is ready if the private list does not hold it
-- include lib/arrivals
-- include lib/bell
-- include lib/gate
-- include lib/lease_reply
-- include lib/memory
-- include lib/take_oldest
-- include lib/time
-- include lib/tokens
-- include lib/wait
-- include list/earlier_runs
-- include list/jobs
-- include list/keys
-- include list/leased
-- include list/private_lists
local keys = name_keys(KEYS, ARGV)
local max, lease_ms, worker, cursor = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local limits = { max_crashes = tonumber(ARGV[5]), max_dead = tonumber(ARGV[6]), cause = ARGV[7] }
local now = now_ms()
local next_poll_ms = tonumber(ARGV[9]) > 0 and ms_until_poll(keys, ARGV[9])
if next_poll_ms then
	return { 0, -3, cursor, next_poll_ms }
end
-- Mostly none of these is there, or the record of limits alone, and one look tells.
local count = redis.call('EXISTS', keys.limits, keys.limits, keys.paused, keys.delayed, keys.receipts, keys.failures,
	keys.crashes, keys.headers, keys.joining, keys.kept, keys.firings, keys.bell or keys.paused, keys.clock)
local is_silent = count == 0 or is_record_alone(keys, count)
count = is_silent and count or redis.call('EXISTS', keys.limits, keys.limits, keys.paused, keys.delayed, keys.failures,
	keys.crashes, keys.headers, keys.joining, keys.kept, keys.firings)
local is_plain, is_bare = count == 0, is_silent or count == 0 or is_record_alone(keys, count)
if not is_bare and redis.call('EXISTS', keys.paused) == 1 then
	return { 0, keep_clock(keys, ARGV[8], -2), cursor }
end
if cursor ~= 'alone' then
	cursor = reclaim_from_earlier_runs(keys, worker, max, now, limits) and 'alone' or ''
	is_silent, is_plain, is_bare = false, false, false
end

local some_arrive = not is_bare and let_arrive(keys, now, exists)
local gate = open_gate(keys, ARGV[10], max, is_plain)
narrow_gate(keys, gate, count_leased, 0)
local first_token, receipt
local batch, next_due_ms = take_oldest(keys, gate.max, not is_bare and now or nil, {
	read = function(found)
		local payloads_found = redis.call('HMGET', keys.jobs, unpack(found))
		return payloads_found, is_silent and {} or redis.call('HMGET', keys.receipts, unpack(found))
	end,
	is_leased = function(receipt_found, id)
		local holder = holder_of(receipt_found)
		return holder and redis.call('LPOS', keys.private_base .. holder, id)
	end,
	-- Jobs that are taken stand in the private list, and get a receipt.
	assign = function(fresh, is_tail)
		if not first_token then
			write(keys, 'ZADD', keys.workers, now + lease_ms, keys.run)
		end
		first_token = first_token or reserve_tokens(keys, gate.max)
		receipt = receipt or token_text(first_token) .. ' ' .. keys.run
		if not is_tail then
			redis.call('LPUSH', keys.private, unpack(fresh))
		end
		store_receipt(keys, fresh, receipt)
		if is_tail then
			redis.call('LMOVE', keys.queue, keys.private, 'RIGHT', 'LEFT')
		end
	end,
	repair = function() end,
})
if some_arrive or keys.opened then
	next_due_ms = (keys.opened or 0) > 0 and 0 or with_arrivals(keys, next_due_ms, now)
end
next_due_ms = close_gate(keys, gate, batch.count, next_due_ms, now)
if some_arrive and gate.is_narrow then
	next_due_ms = with_arrivals(keys, next_due_ms, now)
end
local wait_ms = keep_clock(keys, ARGV[8], next_due_ms, now, is_silent)
batch.first_token, batch.receipts = first_token, receipt
batch.is_alone = is_silent and is_plain and next_due_ms == -1
local reply = lease_reply(keys, wait_ms, cursor, batch, is_bare, any_held)
reply[1] = ring_after_lease(keys, ARGV[#ARGV], next_due_ms, is_silent)
return reply
