-- lease: jobs whose ready time has come become leased, the oldest first; those whose lease has run out become ready
--   before
-- KEYS: those of keys.lua
-- ARGV: how many at most, the lease time in ms, the worker, the cursor of the last reply (empty), how many crashes are
--   allowed, how many dead letters are kept, the cause of a death by crashes, the waiter (empty: none), the interval of
--   its fallback poll in ms (0: this is none), the limits of the caller on leasing (empty: none), the shard
-- Reply: how many wake-ups the caller has to push; ms until more is due (0: more may be ready, -1: nothing waits, or it is
--   left to another waiter, -2: paused, -3: polled by another, the ms until the next poll follow the cursor); the cursor
--   (empty); if none was leased, 1 if anybody holds a job, else 0; else what lease_reply adds
-- Cost: O(n log m) with m jobs in the queue
-- Abort: a job with a receipt but without the score of a lease is leased again
-- include delayed/batch
-- include delayed/jobs
-- include delayed/keys
-- include delayed/leased
-- include delayed/scores
-- include lib/arrivals
-- include lib/bell
-- include lib/fitting
-- include lib/gate
-- include lib/lease_reply
-- include lib/time
-- include lib/tokens
-- include lib/wait
local keys, cursor = name_keys(KEYS, ARGV), ''
local max, lease_ms = tonumber(ARGV[1]), tonumber(ARGV[2])
local limits = { max_crashes = tonumber(ARGV[5]), max_dead = tonumber(ARGV[6]), cause = ARGV[7] }
local next_poll_ms = tonumber(ARGV[9]) > 0 and ms_until_poll(keys, ARGV[9])
if next_poll_ms then
	return { 0, -3, cursor, next_poll_ms }
end
-- Mostly none of these is there, or the record of limits alone, and one look tells.
local count = redis.call('EXISTS', keys.limits, keys.limits, keys.paused, keys.failures, keys.crashes, keys.headers,
	keys.joining, keys.kept, keys.firings, keys.bell or keys.paused, keys.clock)
local is_silent = count == 0 or is_record_alone(keys, count)
count = is_silent and count or redis.call('EXISTS', keys.limits, keys.limits, keys.paused, keys.failures, keys.crashes,
	keys.headers, keys.joining, keys.kept, keys.firings)
local is_plain, is_bare = count == 0, is_silent or count == 0 or is_record_alone(keys, count)
if not is_bare and redis.call('EXISTS', keys.paused) == 1 then
	return { 0, keep_clock(keys, ARGV[8], -2), cursor }
end
local some_arrive = not is_bare and let_arrive(keys, now_ms(), exists)
local now = now_ms()

local batch = new_batch(not is_bare and redis.call('EXISTS', keys.headers) == 1)
local ids, first_token, receipt = batch.ids, nil, nil

-- Jobs that are taken get a receipt, and the end of their lease as their score.
local function assign(fresh)
	first_token = first_token or reserve_tokens(keys, max)
	receipt = receipt or token_text(first_token) .. ' ' .. ARGV[3]
	store_receipt(keys, fresh, receipt)
	local ends, scores = string.format('%.0f', LEASED + now + lease_ms), {}
	for k, id in ipairs(fresh) do
		scores[2 * k - 1], scores[2 * k] = ends, id
	end
	redis.call('ZADD', keys.delayed, unpack(scores))
end

-- Takes what is due, and drops what is no job.
local function take(found)
	local fresh, ghosts = sort_due(keys, batch, found)
	if #fresh > 0 then
		assign(fresh)
	end
	if #ghosts > 0 then
		-- include delayed/ends
		end_jobs(keys, ghosts)
	end
end

-- A few first, with the one behind them: mostly that tells when more is due, and that no lease has run out.
local few = math.min(max, fitting(0, 0, 1))
local head = first_scores(keys, few + 1)
if #head > 2 * few or has_run_out(head, now) then
	-- include delayed/reclaim_jobs
	local reclaimed, buried = reclaim_jobs(keys, now, limits)
	if reclaimed + buried > 0 then
		is_plain, is_bare, head = false, false, first_scores(keys, few + 1)
	end
end
local gate = open_gate(keys, ARGV[10], max, is_plain)
narrow_gate(keys, gate, count_leased, 0)
max, few = gate.max, math.min(few, gate.max)
local due = due_among(head, few, now)
local next_score = tonumber(head[2 * #due + 2])
if #due > 0 then
	take(due)
end
local is_more = #due == few and next_score and next_score < now + 1
local MAX_GHOSTS, looked = 1000, 0
while is_more and #ids < max and not batch.full and looked < max + MAX_GHOSTS do
	local count = math.min(max - #ids, fitting(#ids, batch.bytes, batch.largest))
	due = redis.call('ZRANGE', keys.delayed, '-inf', up_to(now), 'BYSCORE', 'LIMIT', 0, count)
	if #due == 0 then
		break
	end
	take(due)
	looked = looked + #due
end
if is_more or batch.full then
	next_score = first_due(keys)
end

local next_due_ms = next_score and next_score < LEASED and math.max(0, math.floor(next_score) - now) or -1
if some_arrive or keys.opened then
	next_due_ms = (keys.opened or 0) > 0 and 0 or with_arrivals(keys, next_due_ms, now)
end
next_due_ms = close_gate(keys, gate, #ids, next_due_ms, now)
if some_arrive and gate.is_narrow then
	next_due_ms = with_arrivals(keys, next_due_ms, now)
end
local wait_ms = keep_clock(keys, ARGV[8], next_due_ms, now, is_silent)
batch.first_token, batch.receipts = first_token, receipt
batch.is_alone = is_plain and #head == 2
local reply = lease_reply(keys, wait_ms, cursor, batch, is_bare, any_held)
reply[1] = ring_after_lease(keys, ARGV[#ARGV], next_due_ms, is_silent)
return reply
