-- lease: jobs whose ready time has come become leased, the oldest first; those whose
--   lease has run out become ready before
-- KEYS: the fixed ones
-- ARGV: how many at most, the lease time in ms, the worker, nothing, how many crashes are
--   allowed, how many dead letters are kept, the cause of a death by crashes
-- Reply: ms until more is due (0: more may be ready, -1: nothing waits, -2: paused),
--   nothing to remember, then what leases.lua says
-- Cost: O(n log m) with m jobs in the queue
-- Abort: a job with a token but without the score of a lease is leased again
-- include keys
-- include time
-- include fields
-- include dead
-- include crashed
-- include forget
-- include first_due
-- include run_out
local memo = ''
if redis.call('EXISTS', paused) == 1 then
	return { -2, memo }
end
local max, lease_ms = tonumber(ARGV[1]), tonumber(ARGV[2])
local MAX_BYTES, FIRST_LOOK = 4 * 1024 * 1024, 10
-- include open
local now = now_ms()
local up_to_now = string.format('(%.0f', now + 1)
reclaim(now, tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7])

local ids, payloads = {}, {}
local bytes, largest, looked, full = 0, 1, false, false

-- Sorts what is due into jobs to take, as many as fit, and ids without a job.
local function look(found)
	local items = redis.call('HMGET', jobs, unpack(found))
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

-- include tokens

-- Jobs that are taken get a token, and the end of their lease as their score.
local function take(fresh)
	give_tokens(fresh, '')
	local ends, scores = string.format('%.0f', LEASED + now + lease_ms), {}
	for k, id in ipairs(fresh) do
		scores[2 * k - 1], scores[2 * k] = ends, id
		ids[#ids + 1] = id
	end
	redis.call('ZADD', delayed, unpack(scores))
end

while #ids < max and not full do
	-- a few first, then as many as would fit if all were as large as the largest so far
	local fitting = looked and math.max(1, math.floor((MAX_BYTES - bytes) / largest)) or FIRST_LOOK
	local found = redis.call('ZRANGE', delayed, '-inf', up_to_now, 'BYSCORE', 'LIMIT', 0, math.min(max - #ids, fitting))
	if #found == 0 then
		break
	end
	looked = true
	local fresh, ghosts = look(found)
	if #fresh > 0 then
		take(fresh)
	end
	if #ghosts > 0 then
		forget(ghosts)
	end
end

local first = first_due()
local next_due = first and math.max(0, math.floor(first) - now) or -1
-- include leases
