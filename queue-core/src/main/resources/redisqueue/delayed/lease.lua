-- lease: jobs whose ready time has come become leased, the oldest first; those whose lease has run out become ready
--   before
-- KEYS: those of keys.lua
-- ARGV: how many at most, the lease time in ms, the worker, the cursor of the last reply (empty), how many crashes are
--   allowed, how many dead letters are kept, the cause of a death by crashes, the waiter (empty: the
--   caller does not wait for bells), the interval of its fallback poll in ms (0: this is none), the token
-- Reply: how many tokens the caller has to push; ms until more is due (0: more may be ready, -1: nothing waits, or it is
--   left to another waiter, -2: paused, -4: polled by another, the ms until the next poll follow the cursor); the cursor
--   (empty); if none was leased, 1 if anybody holds a job, else 0; else what lease_reply adds
-- Cost: O(n log m) with m jobs in the queue
-- Abort: a job with a receipt but without the score of a lease is leased again
-- include delayed/ends
-- include delayed/jobs
-- include delayed/keys
-- include delayed/reclaim_jobs
-- include delayed/scores
-- include lib/bell
-- include lib/lease_reply
-- include lib/memory
-- include lib/time
-- include lib/tokens
-- include lib/wait
local keys, cursor = name_keys(KEYS), ''
local max, lease_ms = tonumber(ARGV[1]), tonumber(ARGV[2])
local limits = { max_crashes = tonumber(ARGV[5]), max_dead = tonumber(ARGV[6]), cause = ARGV[7] }
local next_poll_ms = tonumber(ARGV[9]) > 0 and ms_until_poll(keys, ARGV[9])
if next_poll_ms then
	return { 0, -4, cursor, next_poll_ms }
end
if redis.call('EXISTS', keys.paused) == 1 then
	return { 0, -2, cursor }
end
allow_oom(keys)
local now = now_ms()
reclaim_jobs(keys, now, limits)

local MAX_BYTES, FIRST_LOOK = 4 * 1024 * 1024, 10
local ids, payloads, first_token, receipt = {}, {}, nil, nil
local bytes, largest, looked, full = 0, 1, false, false

-- Sorts what is due into jobs to take, as many as fit, and ids without a job.
local function sort_due(found)
	local items = redis.call('HMGET', keys.jobs, unpack(found))
	local fresh, ghosts = {}, {}
	for i, id in ipairs(found) do
		local item = items[i]
		if not item then
			ghosts[#ghosts + 1] = id
		elseif #ids + #fresh > 0 and bytes + #item > MAX_BYTES then
			full = true
			break
		else
			fresh[#fresh + 1] = id
			payloads[#ids + #fresh] = item
			bytes, largest = bytes + #item, math.max(largest, #item)
		end
	end
	return fresh, ghosts
end

-- Jobs that are taken get a receipt, and the end of their lease as their score.
local function assign(fresh)
	first_token = first_token or reserve_tokens(keys, max)
	receipt = receipt or token_text(first_token)
	store_receipt(keys, fresh, receipt)
	local ends, scores = string.format('%.0f', LEASED + now + lease_ms), {}
	for k, id in ipairs(fresh) do
		scores[2 * k - 1], scores[2 * k] = ends, id
		ids[#ids + 1] = id
	end
	redis.call('ZADD', keys.delayed, unpack(scores))
end

while #ids < max and not full do
	-- a few first, then as many as would fit if all were as large as the largest so far
	local fitting = looked and math.max(1, math.floor((MAX_BYTES - bytes) / largest)) or FIRST_LOOK
	local count = math.min(max - #ids, fitting)
	local found = redis.call('ZRANGE', keys.delayed, '-inf', up_to(now), 'BYSCORE', 'LIMIT', 0, count)
	if #found == 0 then
		break
	end
	looked = true
	local fresh, ghosts = sort_due(found)
	if #fresh > 0 then
		assign(fresh)
	end
	if #ghosts > 0 then
		end_jobs(keys, ghosts)
	end
end

local first = first_due(keys)
local next_due_ms = first and math.max(0, math.floor(first) - now) or -1
local wait_ms = keep_clock(keys, ARGV[8], next_due_ms, now)
local reply
if #ids == 0 then
	reply = { 0, wait_ms, cursor, any_held(keys) and 1 or 0 }
else
	reply = lease_reply(keys, {
		next_due = wait_ms,
		cursor = cursor,
		first_token = first_token,
		receipts = receipt,
		ids = ids,
		payloads = payloads,
		headers = headers_of(keys, ids),
	})
end
reply[1] = ring_after_lease(keys, ARGV[#ARGV], next_due_ms)
return reply
