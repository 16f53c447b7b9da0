-- lease: ready jobs become leased, the oldest first; delayed ones that are due become
--   ready before
-- KEYS: the fixed ones; those of items and leases follow from the ids found
-- ARGV: how many at most, the lease time in ms, the worker; others are of no interest here
-- Reply: ms until more is due (0: more may be ready, -1: nothing waits, -2: paused),
--   nothing to remember, then what leases.lua says
-- Cost: O(n + g) for n leases and g ghosts; O(log d) for each job that was delayed
-- Abort: an id in processing and queue at once with a lease is passed by in the queue
--   and reclaimed when the lease ends
-- include keys
-- include time
local memo = ''
if redis.call('EXISTS', paused) == 1 then
	return { -2, memo }
end
local max, lease_ms, worker = tonumber(ARGV[1]), ARGV[2], ARGV[3]
-- include open
local now = now_ms()

-- include tokens

local function read(found)
	local item_keys, lease_keys = {}, {}
	for i, id in ipairs(found) do
		item_keys[i], lease_keys[i] = item_base .. id, lease_base .. id
	end
	local items, leases = redis.call('MGET', unpack(item_keys)), {}
	if redis.call('EXISTS', unpack(lease_keys)) > 0 then
		leases = redis.call('MGET', unpack(lease_keys))
	end
	return items, leases
end

local function is_leased()
	return true
end

-- Jobs that are taken get a token and a lease, and stand in processing.
local function take(fresh)
	give_tokens(fresh, '')
	local holder = receipts .. ':' .. worker
	for _, id in ipairs(fresh) do
		redis.call('PSETEX', lease_base .. id, lease_ms, holder)
	end
	redis.call('LPUSH', processing, unpack(fresh))
end

local function pass(live)
	for _, id in ipairs(live) do
		if not redis.call('LPOS', processing, id) then
			redis.call('LPUSH', processing, id)
		end
	end
end
-- include oldest
-- include leases
