-- lease: jobs become leased: first those whose lease has run out, then those that were
--   released, then the others that are ready, the oldest first; delayed ones that are due
--   become ready before
-- KEYS: the fixed ones
-- ARGV: how many at most, the lease time in ms, the worker, where to look on for leases
--   that ran out (empty: from the beginning), how many crashes are allowed, how many dead
--   letters are kept, the cause of a death by crashes
-- Reply: ms until more is due (0: more may be ready, -1: nothing waits, -2: paused), where
--   to look on, then what leases.lua says
-- Cost: O(n) for n leases, plus a look at 20 pending entries; O(log d) for each job that
--   was delayed
-- Abort: entries that are pending for the worker, as after a reply that was lost
-- include keys
-- include time
-- include first_due
local memo = ARGV[4]
if redis.call('EXISTS', paused) == 1 then
	return { -2, memo }
end
local max, lease_ms, consumer = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[2] .. ':' .. ARGV[3]
local limit, max_dead, cause = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
local MAX_BYTES = 4 * 1024 * 1024
local now = now_ms()
-- include record

local ids, receipts, payloads, headed, any_headed = {}, {}, {}, {}, false
local count, bytes, largest = 0, 0, 1

local function fits(payload)
	return count == 0 or bytes + #payload <= MAX_BYTES
end

local function take(id, payload, headers_of, delivery)
	count = count + 1
	ids[count], receipts[count], payloads[count], headed[count] = id, delivery, payload, headers_of
	any_headed = any_headed or headers_of
	local size = #payload
	bytes = bytes + size
	if size > largest then
		largest = size
	end
end

-- An entry that is pending for another consumer becomes ours by one more delivery.
local function take_over(job, delivery)
	local entry, deliveries = delivery[1], delivery[4] + 1
	redis.call('XCLAIM', stream, GROUP, consumer, 0, entry, 'RETRYCOUNT', deliveries, 'JUSTID')
	redis.call('HSET', entries, job.id, entry)
	take(job.id, job.payload, job.headers, receipt_of(entry, deliveries))
end
-- include promote
-- include claim
-- include released
-- include deliver

-- include open
promote(now)
local more, drained = false, true
if redis.call('EXISTS', stream) == 1 then
	memo, more = claim(memo)
	more = take_released() or more
	drained = deliver()
end

local first_token = count > 0 and redis.call('INCRBY', token, count) - count + 1
local next_due = 0
if not more and (drained or not undelivered()) then
	local first = first_due()
	next_due = first and math.max(0, first - now) or -1
end
-- include leases
