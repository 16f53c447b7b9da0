-- lease: jobs become leased: first those whose lease has run out, then those that were released, then the others that
--   are ready, the oldest first; delayed ones that are due become ready before
-- KEYS: those of keys.lua
-- ARGV: how many at most, the lease time in ms, the worker, the cursor of the last reply: where to look on for leases
--   that ran out (empty: from the beginning), how many crashes are allowed, how many dead letters are kept, the cause
--   of a death by crashes
-- Reply: 0; ms until more is due (0: more may be ready, -1: nothing waits, -2: paused); the cursor; if none was leased,
--   1 if anybody holds a job, else 0; else what lease_reply adds
-- Cost: O(n) for n leases, plus a look at 20 pending entries; O(log d) for each job that was delayed
-- Abort: entries that are pending for the worker, as after a reply that was lost
-- include lib/delayed_jobs
-- include lib/lease_reply
-- include lib/memory
-- include lib/time
-- include lib/tokens
-- include stream/batch
-- include stream/delivered
-- include stream/group
-- include stream/keys
-- include stream/promote_due
-- include stream/take_abandoned
-- include stream/take_new
-- include stream/take_released
local keys, cursor = name_keys(KEYS), ARGV[4]
if redis.call('EXISTS', keys.paused) == 1 then
	return { 0, -2, cursor }
end
local max, lease_ms, consumer = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[2] .. ':' .. ARGV[3]
local limits = { max_crashes = tonumber(ARGV[5]), max_dead = tonumber(ARGV[6]), cause = ARGV[7] }
local now = now_ms()
allow_oom(keys)
promote_due(keys, now)

local batch, more, drained = new_batch(max, consumer), false, true
if redis.call('EXISTS', keys.stream) == 1 then
	cursor, more = take_abandoned(keys, batch, cursor, lease_ms, now, limits)
	more = take_released(keys, batch) or more
	drained = take_new(keys, batch)
end

local next_due_ms = 0
if not more and (drained or not first_undelivered(keys)) then
	next_due_ms = next_due(keys, now)
end
if batch.count == 0 then
	local any_held = #pending(keys, '-', '+', 1) > 0
	return { 0, next_due_ms, cursor, any_held and 1 or 0 }
end
return lease_reply(keys, {
	owed_ring = 0,
	next_due = next_due_ms,
	cursor = cursor,
	first_token = reserve_tokens(keys, batch.count),
	receipts = batch.receipts,
	ids = batch.ids,
	payloads = batch.payloads,
	headers = batch.any_headers and batch.headers or nil,
})
