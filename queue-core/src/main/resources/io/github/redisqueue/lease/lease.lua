-- lease: ready jobs become leased, the oldest first; delayed ones that are due become
--   ready before
-- KEYS: the fixed ones; those of items and leases follow from the ids found
-- ARGV: how many at most, the lease time in ms, the worker; others are of no interest here
-- Reply: ms until more is due (0: more may be ready, -1: nothing waits, -2: paused),
--   nothing to remember, then for each lease id, token, payload, headers, failures, crashes
-- Cost: O(n + g) for n leases and g ghosts; O(log d) for each job that was delayed
-- Abort: an id in processing and queue at once with a lease is passed by in the queue
--   and reclaimed when the lease ends
-- include keys
-- include time
if redis.call('EXISTS', paused) == 1 then
	return { -2, '' }
end
local max, lease_ms, worker = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local MAX_BYTES, MAX_GHOSTS, MAX_DUE, FIRST_LOOK = 4 * 1024 * 1024, 1000, 500, 10
-- include open
local now = now_ms()

local due = redis.call('ZRANGE', delayed, '-inf', now, 'BYSCORE', 'LIMIT', 0, MAX_DUE)
if #due > 0 then
	redis.call('LPUSH', queue, unpack(due))
	redis.call('ZREM', delayed, unpack(due))
end
local some_delayed = redis.call('EXISTS', delayed) == 1

local ids, given, payloads, seen = {}, {}, {}, {}
local bytes, largest, looked, full = 0, 1, 0, false

-- Sorts what stands at the head of the queue into jobs to take and ids whose lease lives;
-- returns how many ids were looked at, both, and which of those to take are in delayed.
-- Ghosts, and ids that a foreign cleaner pushed ahead of their time, are in neither.
local function look(found)
	local item_keys, lease_keys, fresh, live, overdue = {}, {}, {}, {}, {}
	for i, id in ipairs(found) do
		item_keys[i], lease_keys[i] = item_base .. id, lease_base .. id
	end
	local items = redis.call('MGET', unpack(item_keys))
	local holders = redis.call('MGET', unpack(lease_keys))
	local scores = some_delayed and redis.call('ZMSCORE', delayed, unpack(found)) or {}
	local count = 0
	for i = #found, 1, -1 do
		local id, item = found[i], items[i]
		if item and #ids + #fresh > 0 and bytes + #item > MAX_BYTES then
			full = true
			break
		end
		count = count + 1
		if item and not seen[id] then
			if holders[i] then
				live[#live + 1] = id
			elseif not (scores[i] and tonumber(scores[i]) > now) then
				fresh[#fresh + 1] = id
				overdue[#overdue + 1] = scores[i] and id or nil
				payloads[#ids + #fresh] = item
				bytes, largest = bytes + #item, math.max(largest, #item)
			end
			seen[id] = true
		end
	end
	return count, fresh, live, overdue
end

-- Jobs that are taken get a token and a lease, and stand in processing.
local function take(fresh)
	local next_token = redis.call('INCRBY', token, #fresh) - #fresh
	local pairs_of = {}
	for k, id in ipairs(fresh) do
		next_token = next_token + 1
		local text = string.format('%.0f', next_token)
		pairs_of[2 * k - 1], pairs_of[2 * k] = id, text
		ids[#ids + 1], given[#given + 1] = id, text
	end
	redis.call('HSET', tokens, unpack(pairs_of))
	for k, id in ipairs(fresh) do
		redis.call('SET', lease_base .. id, pairs_of[2 * k] .. ':' .. worker, 'PX', lease_ms)
	end
	redis.call('LPUSH', processing, unpack(fresh))
end

while #ids < max and not full and looked < max + MAX_GHOSTS do
	-- a few first, then as many as would fit if all were as large as the largest so far
	local fitting = looked == 0 and FIRST_LOOK or math.max(1, math.floor((MAX_BYTES - bytes) / largest))
	local found = redis.call('LRANGE', queue, -math.min(max - #ids, fitting), -1)
	if #found == 0 then
		break
	end
	local count, fresh, live, overdue = look(found)
	if #fresh > 0 then
		take(fresh)
	end
	if #overdue > 0 then
		redis.call('ZREM', delayed, unpack(overdue))
	end
	for _, id in ipairs(live) do
		if not redis.call('LPOS', processing, id) then
			redis.call('LPUSH', processing, id)
		end
	end
	redis.call('LTRIM', queue, 0, -count - 1)
	looked = looked + count
end

local next_due = 0
if redis.call('LLEN', queue) == 0 then
	local first = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
	next_due = first and math.max(0, tonumber(first) - now) or -1
end
-- include leases
