-- include lease/jobs
-- include lib/time
-- Stale copies: ids in processing whose jobs have ended. Each has a mark, the time of its settlement as a negative score
-- in suspects. Only the copy that is nearest to the tail is stale. A mark may outlive its copy, as foreign cleaners
-- remove the copy only.

-- Whether the copy of an id that has a mark is stale. Foreign clients may have added such an id again, and may have
-- leased it. Costs O(q + p) if they have, with q jobs ready and p leased.
local function is_stale(keys, id)
	if not exists(keys, id) or #redis.call('LPOS', keys.processing, id, 'RANK', -1, 'COUNT', 2) > 1 then
		return true
	end
	if redis.call('EXISTS', keys.lease_base .. id) == 1 then
		return false
	end
	return redis.call('ZSCORE', keys.delayed, id) ~= false or redis.call('LPOS', keys.queue, id) ~= false
end

-- Removes the stale copies of ids that are added again: a foreign cleaner would take them for leases that have run out.
local function remove_stale_copies(keys, ids)
	for k, score in ipairs(redis.call('ZMSCORE', keys.suspects, unpack(ids))) do
		if score and tonumber(score) < 0 then
			redis.call('LREM', keys.processing, -1, ids[k])
			redis.call('ZREM', keys.suspects, ids[k])
		end
	end
end

-- An id has one stale copy at most, the one nearest to the tail.
local function mark_stale(keys, far)
	local now, marks = now_ms(), {}
	local known = redis.call('ZMSCORE', keys.suspects, unpack(far))
	for k, id in ipairs(far) do
		if known[k] and tonumber(known[k]) < 0 then
			redis.call('LREM', keys.processing, -1, id)
		else
			marks[#marks + 1], marks[#marks + 2] = -now, id
		end
	end
	if #marks > 0 then
		redis.call('ZADD', keys.suspects, unpack(marks))
	end
end

-- Drops the stale copies among the ids at the tail.
local function drop_stale(keys, count)
	local tail, live, gone, seen = redis.call('LRANGE', keys.processing, -count, -1), {}, {}, {}
	local marks = #tail > 0 and redis.call('ZMSCORE', keys.suspects, unpack(tail)) or {}
	for i = #tail, 1, -1 do
		local id = tail[i]
		local is_marked = marks[i] and tonumber(marks[i]) < 0 and not seen[id]
		if is_marked then
			gone[#gone + 1] = id
			seen[id] = true
		end
		if not is_marked or not is_stale(keys, id) then
			live[#live + 1] = id
		end
	end
	if #live > 0 then
		redis.call('LPUSH', keys.processing, unpack(live))
	end
	redis.call('LTRIM', keys.processing, 0, -#tail - 1)
	if #gone > 0 then
		redis.call('ZREM', keys.suspects, unpack(gone))
	end
end
