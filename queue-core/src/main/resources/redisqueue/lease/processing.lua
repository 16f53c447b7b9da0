-- include lease/stale_copies
-- include lib/remove_from_list
-- include lib/time
-- Removes settled ids from the list processing, in which all workers have what they hold. The id of a job that has
-- ended, and stands far from the tail, would take long to find: it stays as a stale copy (see stale_copies), and goes
-- when it has come to the tail. For each that stays, two at the tail are looked at, and those that are live move to the
-- head: so at most half of the list is stale, and no call has more to do than the ids it was given. The ids of jobs that
-- live on are removed at once: a foreign cleaner would take their copies for leases that have run out. Those far from
-- the tail are looked for from the head: a listener that stops gives back what it has leased last.

-- How far from the tail an id is looked for.
local REACH = 200

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

-- Splits ids that are not at the tail into those that are in reach, or may not be in the list at all, and the others.
-- An id whose lease has a holder, as it has not run out, is in the list for certain. No holders: all are taken for such.
local function split_by_reach(keys, ids, all, holders)
	local in_reach, is_lasting, near, far = {}, {}, {}, {}
	for k, id in ipairs(all) do
		is_lasting[id] = not holders or holders[k]
	end
	for _, id in ipairs(redis.call('LRANGE', keys.processing, -#ids - REACH, -1)) do
		in_reach[id] = true
	end
	for _, id in ipairs(ids) do
		local side = (in_reach[id] or not is_lasting[id]) and near or far
		side[#side + 1] = id
	end
	return near, far
end

-- Removes ids. If their jobs have ended, holders are those of their leases, or false where a lease has run out; else it
-- is nil. The caller may know that there are no suspects. Returns the ids that the list does not hold.
local function remove_from_processing(keys, ids, holders, are_plain)
	local near, far = remove_from_tail(keys.processing, ids), {}
	if #near > 0 and redis.call('LLEN', keys.processing) > #near + REACH then
		near, far = split_by_reach(keys, near, ids, holders)
	end
	local missing = remove_scattered(keys.processing, near, -1)
	if not holders then
		for _, id in ipairs(remove_scattered(keys.processing, far, 1)) do
			missing[#missing + 1] = id
		end
	elseif #far > 0 then
		mark_stale(keys, far)
	end
	if are_plain and #far == 0 then
		return missing
	end
	if redis.call('EXISTS', keys.suspects) == 1 and redis.call('ZCOUNT', keys.suspects, '-inf', '(0') > 0 then
		drop_stale(keys, 2 * #ids + 20)
	end
	return missing
end
