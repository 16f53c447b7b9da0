-- reclaim: leased jobs whose lease has run out become ready, or dead if they crashed too
--   often; ids in processing without a job are dropped. Looks at 500 ids of processing
--   at a time, from the newest to the oldest: what leaves or joins the list meanwhile
--   makes it look at an id twice, but never pass one by.
-- KEYS: the fixed ones; those of items and leases follow from the ids found
-- ARGV: the place to begin, counted from the tail (0: the newest), when the pass began
--   by the server's clock (0: now), for how many ms an id without a token of ours is
--   left alone, how many crashes are allowed, how many dead letters are kept, the cause
-- Reply: the place to go on from (0: done), when the pass began, how many were
--   reclaimed, buried, dropped
-- Cost: O(1) for each id, plus O(p) with p ids in processing if any is taken out
-- Abort: an id in queue and processing at once is reclaimed once more in the next pass
-- include keys
-- include time
-- include ring
-- include fields
-- include dead
-- include crashed
local CHUNK, GONE = 500, '\0gone'
local length = redis.call('LLEN', processing)
local from = tonumber(ARGV[1])
from = from == 0 and length or math.min(from, length)
local now = now_ms()
local began = ARGV[2] == '0' and now or tonumber(ARGV[2])
local grace, limit, max_dead, cause = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
local dropped = 0

local found = {}
if from > 0 then
	found = redis.call('LRANGE', processing, -from, -math.max(from - CHUNK + 1, 1))
end
local lease_keys, without, live = {}, {}, {}
for i, id in ipairs(found) do
	lease_keys[i] = lease_base .. id
end
local holders = #found > 0 and redis.call('MGET', unpack(lease_keys)) or {}
for i = #found, 1, -1 do
	if holders[i] then
		live[#live + 1] = found[i]
	else
		without[#without + 1] = i
	end
end

-- read
local requeued, spent, handed, hopeless, watched, gone, places, seen = {}, {}, {}, {}, {}, {}, {}, {}
local unmarked = {}
for _, i in ipairs(without) do
	local id = found[i]
	local take_out = true
	if seen[id] then
		dropped = dropped + 1
	elseif redis.call('EXISTS', item_base .. id) == 0 then
		gone[#gone + 1] = id
	elseif redis.call('ZSCORE', delayed, id) then
		unmarked[#unmarked + 1] = id
		dropped = dropped + 1
	else
		local last = redis.call('HGET', tokens, id)
		local ours = last and string.sub(last, 1, 1) ~= '-'
		local since = not ours and tonumber(redis.call('ZSCORE', suspects, id) or nil)
		if since and since < 0 then
			-- what is left of an earlier life
			unmarked[#unmarked + 1] = id
			dropped = dropped + 1
		elseif ours or (since and now - since >= grace) then
			local count, culprit = crashed_again(redis.call('HGET', crashes, id), ours and last)
			if count > limit then
				hopeless[#hopeless + 1] = { id, count, culprit }
			else
				requeued[#requeued + 1] = id
				spent[#spent + 1], spent[#spent + 2] = id, count
				if ours then
					handed[#handed + 1], handed[#handed + 2] = id, '-' .. last
				end
			end
		else
			take_out = false
			if not since then
				watched[#watched + 1], watched[#watched + 2] = now, id
			end
		end
	end
	seen[id] = true
	if take_out then
		places[#places + 1] = i - 1 - from
	end
end

-- create
-- include open
if #watched > 0 then
	redis.call('ZADD', suspects, 'NX', unpack(watched))
end
if #requeued > 0 then
	local was_empty = redis.call('LLEN', queue) == 0
	redis.call('LPUSH', queue, unpack(requeued))
	redis.call('HSET', crashes, unpack(spent))
	if #handed > 0 then
		redis.call('HSET', tokens, unpack(handed))
	end
	if was_empty then
		ring()
	end
end
for _, one in ipairs(hopeless) do
	local id = one[1]
	bury(id, now, one[3], cause, redis.call('HGET', failures, id), tostring(one[2]), redis.call('GET', item_base .. id),
		redis.call('HGET', headers, id))
	gone[#gone + 1] = id
end

-- remove: each id is marked at its place, then all marks go in one walk over the list
for _, place in ipairs(places) do
	redis.call('LSET', processing, place, GONE)
end
if #places > 0 then
	redis.call('LREM', processing, 0, GONE)
end
if #gone > 0 then
	local items = {}
	for i, id in ipairs(gone) do
		items[i] = item_base .. id
	end
	redis.call('DEL', unpack(items))
	for _, extra in ipairs({ tokens, failures, crashes, headers }) do
		redis.call('HDEL', extra, unpack(gone))
	end
	redis.call('ZREM', suspects, unpack(gone))
	trim_dead(max_dead)
end
-- What is leased or ready is no suspect; a stale copy of it stays one.
if redis.call('EXISTS', suspects) == 1 then
	for _, cleared in ipairs({ requeued, live }) do
		for i, score in ipairs(#cleared > 0 and redis.call('ZMSCORE', suspects, unpack(cleared)) or {}) do
			if score and tonumber(score) > 0 then
				unmarked[#unmarked + 1] = cleared[i]
			end
		end
	end
end
if #unmarked > 0 then
	redis.call('ZREM', suspects, unpack(unmarked))
end

local next_from = math.max(from - CHUNK, 0)
if next_from == 0 then
	-- A pass reclaims every suspect that is old enough, so older ones have left processing.
	redis.call('ZREMRANGEBYSCORE', suspects, 0, began - grace)
	-- Nor is there a copy left of what was settled before the pass began.
	redis.call('ZREMRANGEBYSCORE', suspects, string.format('(-%.0f', began), '(0')
end
return { next_from, began, #requeued, #hopeless, dropped + #gone - #hopeless }
