-- Removes ids from a list, at the tail of which the oldest stand.

-- Mostly ids are removed in their order: those that stand together at the tail go in one step. Returns the others.
local function remove_from_tail(list, ids)
	if #ids < 4 then
		return ids
	end
	local tail = redis.call('LRANGE', list, -#ids, -1)
	local last, ordered = #tail, 0
	while ordered < last and tail[last - ordered] == ids[ordered + 1] do
		ordered = ordered + 1
	end
	local wanted, run, rest = {}, ordered, {}
	for k = ordered + 1, #ids do
		wanted[ids[k]] = true
	end
	while run < last and wanted[tail[last - run]] do
		wanted[tail[last - run]] = nil
		run = run + 1
	end
	if run > 0 then
		redis.call('LTRIM', list, 0, -run - 1)
	end
	for k = ordered + 1, run < #ids and #ids or 0 do
		rest[#rest + 1] = wanted[ids[k]] and ids[k] or nil
	end
	return rest
end

-- Removes of each id the first copy, as seen from the tail (direction -1) or from the head (1). Returns the ids that the
-- list does not hold. Costs for each its distance from that end.
local function remove_one_by_one(list, ids, direction)
	local missing = {}
	for _, id in ipairs(ids) do
		if redis.call('LREM', list, direction, id) == 0 then
			missing[#missing + 1] = id
		end
	end
	return missing
end
