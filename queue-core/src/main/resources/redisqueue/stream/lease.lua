-- lease: jobs become leased: first those whose lease has run out, then those that were released, then the others that
--   are ready, the oldest first; delayed ones that are due become ready before
-- KEYS: those of keys.lua
-- ARGV: how many at most, the lease time in ms, the worker, the cursor of the last reply: where to look on for leases
--   that ran out (empty: from the beginning), how many crashes are allowed, how many dead letters are kept, the cause
--   of a death by crashes, the waiter (empty: the caller does not wait for bells), the interval of its fallback poll
--   in ms (0: this is none), the limits of the caller on leasing (empty: none), the shard
-- Reply: how many wake-ups the caller has to push; ms until more is due (0: more may be ready, -1: nothing waits, or it is
--   left to another waiter, -2: paused, -3: polled by another, the ms until the next poll follow the cursor); the cursor;
--   if none was leased, 1 if anybody holds a job, else 0; else what lease_reply adds
-- Cost: O(n) for n leases, plus a look at 20 pending entries; O(log d) for each job that was delayed
-- Abort: entries that are pending for the worker, as after a reply that was lost
-- include lib/arrivals
-- include lib/bell
-- include lib/delayed_jobs
-- include lib/gate
-- include lib/lease_reply
-- include lib/note
-- include lib/time
-- include lib/tokens
-- include lib/wait
-- include stream/batch
-- include stream/delivered
-- include stream/group
-- include stream/jobs
-- include stream/keys
-- include stream/leased
-- include stream/take_abandoned
-- include stream/take_new
-- include stream/take_released
local keys, cursor = name_keys(KEYS, ARGV), ARGV[4]
local next_poll_ms = tonumber(ARGV[9]) > 0 and ms_until_poll(keys, ARGV[9])
if next_poll_ms then
	return { 0, -3, cursor, next_poll_ms }
end
-- Mostly none of these is there, or the record of limits alone, and one look tells.
local count = redis.call('EXISTS', keys.limits, keys.limits, keys.paused, keys.delayed, keys.failures, keys.crashes,
	keys.joining, keys.kept, keys.firings, keys.bell or keys.paused, keys.clock)
local is_silent = count == 0 or is_record_alone(keys, count)
count = is_silent and count or redis.call('EXISTS', keys.limits, keys.limits, keys.paused, keys.delayed, keys.failures,
	keys.crashes, keys.joining, keys.kept, keys.firings)
local is_plain, is_bare = count == 0, is_silent or count == 0 or is_record_alone(keys, count)
if not is_bare and redis.call('EXISTS', keys.paused) == 1 then
	return { 0, keep_clock(keys, ARGV[8], -2), cursor }
end
local max, lease_ms, consumer = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[2] .. ':' .. ARGV[3]
local limits = { max_crashes = tonumber(ARGV[5]), max_dead = tonumber(ARGV[6]), cause = ARGV[7] }
local some_arrive = not is_bare and let_arrive(keys, now_ms(), exists)
local now = not is_bare and now_ms() or nil
if now then
	-- include stream/promote_due
	promote_due(keys, now)
end

local gate = open_gate(keys, ARGV[10], max, is_plain)
local batch, more, drained = new_batch(gate.max, consumer), false, true
local function narrow(expired)
	narrow_gate(keys, gate, count_leased, expired)
	batch.max = gate.max
end
local next_cursor, some_abandoned, some_released = take_abandoned(keys, batch, cursor, lease_ms, limits,
	gate.limits and narrow)
if limits.reclaimed then
	note(keys, limits.reclaimed.ids, 'reclaimed', limits.reclaimed)
end
if next_cursor then
	cursor, more = next_cursor, some_abandoned
	more = some_released and take_released(keys, batch) or more
	drained = take_new(keys, batch)
end

local next_due_ms = 0
if not more and (drained or not (batch.last or first_undelivered(keys))) then
	next_due_ms = is_bare and -1 or next_due(keys, now)
end
if some_arrive or keys.opened then
	next_due_ms = (keys.opened or 0) > 0 and 0 or with_arrivals(keys, next_due_ms, now)
end
next_due_ms = close_gate(keys, gate, batch.count, next_due_ms, now)
if some_arrive and gate.is_narrow then
	next_due_ms = with_arrivals(keys, next_due_ms, now)
end
local wait_ms = keep_clock(keys, ARGV[8], next_due_ms, gate.now_ms or now, is_silent)
local leased = { ids = batch.ids, payloads = batch.payloads, receipts = batch.receipts }
if batch.count > 0 then
	leased.first_token = reserve_tokens(keys, batch.count)
	leased.headers = batch.any_headers and batch.headers or nil
end
local reply = lease_reply(keys, wait_ms, cursor, leased, is_bare and not batch.any_crashed, any_held)
reply[1] = ring_after_lease(keys, ARGV[#ARGV], next_due_ms, is_silent)
return reply
