-- include lib/remove_from_list
-- Removes settled ids from the list processing, in which all workers have what they hold. The id of a job that has
-- ended, and stands far from the tail, would take long to find: it stays as a stale copy (see stale_copies), and goes
-- when it has come to the tail. For each that stays, two at the tail are looked at, and those that are live move to the
-- head: so at most half of the list is stale, and no call has more to do than the ids it was given. The ids of jobs that
-- live on are removed at once: a foreign cleaner would take their copies for leases that have run out. Those far from
-- the tail are looked for from the head: a listener that stops gives back what it has leased last.

-- How far from the tail an id is looked for.
local REACH = 200

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
		-- include lease/stale_copies
		mark_stale(keys, far)
	end
	if are_plain and #far == 0 then
		return missing
	end
	if redis.call('EXISTS', keys.suspects) == 1 and redis.call('ZCOUNT', keys.suspects, '-inf', '(0') > 0 then
		-- include lease/stale_copies
		drop_stale(keys, 2 * #ids + 20)
	end
	return missing
end
