-- lease: ready jobs become leased, the oldest first; delayed ones that are due become
--   ready before, and so do those that earlier boots of this worker left
-- KEYS: the fixed ones
-- ARGV: how many at most, the lease time in ms, the worker, what the last reply said to
--   remember, how many crashes are allowed, how many dead letters are kept, the cause of a
--   death by crashes
-- Reply: ms until more is due (0: more may be ready, -1: nothing waits, -2: paused, -3:
--   another live worker has this one's id), what to remember, then what leases.lua says
-- Cost: O(n + g) for n leases and g ghosts; O(log d) for each job that was delayed; O(w)
--   with w workers that hold something, until no earlier boot does
-- Abort: an id in queue and private list at once is ready until it has a token, then leased;
--   its other place counts for nothing
-- include keys
-- include time
-- include take_back
-- include claim
local max, lease_ms, worker, memo = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
if redis.call('EXISTS', paused) == 1 then
	return { -2, memo }
end
-- include open
local now = now_ms()
local seen_of_claim = claim_id(memo, now, lease_ms)
if not seen_of_claim then
	return { -3, memo }
end

-- What earlier boots of this worker left goes to the head of the queue, that of the first
-- one last. True once no earlier boot has a private list.
local function take_up()
	local alone, name = true, worker .. '#'
	local all = redis.call('ZRANGE', workers, 0, -1, 'REV', 'WITHSCORES')
	for k = 1, #all, 2 do
		local other = all[k]
		if other ~= boot and string.sub(other, 1, #name) == name and not string.find(other, '#', #name + 1, true) then
			if tonumber(all[k + 1]) <= now then
				take_back(other, max, true, now, tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7])
			end
			alone = alone and redis.call('EXISTS', private_base .. other) == 0
		end
	end
	return alone
end

if seen_of_claim ~= '' then
	memo = seen_of_claim
elseif memo ~= 'alone' then
	memo = take_up() and 'alone' or ''
end

-- include tokens

local function read(found)
	return redis.call('HMGET', jobs, unpack(found)), redis.call('HMGET', tokens, unpack(found))
end

local is_leased = holder_of

-- Jobs that are taken stand in the private list, and get a token.
local function take(fresh)
	redis.call('ZADD', workers, now + lease_ms, boot)
	redis.call('LPUSH', private, unpack(fresh))
	give_tokens(fresh, ours)
end

local function pass()
end
-- include oldest
-- include leases
