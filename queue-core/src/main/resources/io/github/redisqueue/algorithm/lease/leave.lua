-- include pluck
-- Settled ids leave processing. What stands far from its tail would take long to find: it
-- stays as a stale copy, with the time of its settlement as a negative score in suspects,
-- and goes when it has come to the tail. For each that stays, two at the tail are looked
-- at, and those that are live move to the head: so at most half of the list is stale, and
-- no call has more to do than the ids it was given. Needs time.
local REACH = 200

-- An id has one stale copy at most, the one nearest to the tail.
local function stay(far)
	local now, marks = now_ms(), {}
	local known = redis.call('ZMSCORE', suspects, unpack(far))
	for k, id in ipairs(far) do
		if known[k] and tonumber(known[k]) < 0 then
			redis.call('LREM', processing, -1, id)
		else
			marks[#marks + 1], marks[#marks + 2] = -now, id
		end
	end
	if #marks > 0 then
		redis.call('ZADD', suspects, unpack(marks))
	end
end

local function shed(count)
	local tail, live, gone, seen = redis.call('LRANGE', processing, -count, -1), {}, {}, {}
	local marks = #tail > 0 and redis.call('ZMSCORE', suspects, unpack(tail)) or {}
	for i = #tail, 1, -1 do
		local id = tail[i]
		if marks[i] and tonumber(marks[i]) < 0 and not seen[id] then
			gone[#gone + 1] = id
			seen[id] = true
		else
			live[#live + 1] = id
		end
	end
	if #live > 0 then
		redis.call('LPUSH', processing, unpack(live))
	end
	redis.call('LTRIM', processing, 0, -#tail - 1)
	if #gone > 0 then
		redis.call('ZREM', suspects, unpack(gone))
	end
end

-- Takes ids out of processing, and returns those that are not in it. Those whose lease has
-- a holder, as it has not run out, are in it for certain, and may stay for a while.
local function leave(gone, holders_of)
	local near, far = pluck_run(processing, gone), {}
	if #near > 0 and redis.call('LLEN', processing) > #near + REACH then
		local rest, in_reach, is_lasting = near, {}, {}
		for k, id in ipairs(gone) do
			is_lasting[id] = holders_of[k]
		end
		for _, id in ipairs(redis.call('LRANGE', processing, -#near - REACH, -1)) do
			in_reach[id] = true
		end
		near = {}
		for _, id in ipairs(rest) do
			local side = (in_reach[id] or not is_lasting[id]) and near or far
			side[#side + 1] = id
		end
	end
	local missing = {}
	for _, id in ipairs(near) do
		if redis.call('LREM', processing, -1, id) == 0 then
			missing[#missing + 1] = id
		end
	end
	if #far > 0 then
		stay(far)
	end
	if redis.call('EXISTS', suspects) == 1 and redis.call('ZCOUNT', suspects, '-inf', '(0') > 0 then
		shed(2 * #gone + 20)
	end
	return missing
end
