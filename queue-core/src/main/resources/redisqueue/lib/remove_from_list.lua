-- Removes ids from a list, at the tail of which the oldest stand.

-- Mostly ids are removed almost in their order: those at the tail go in one step. The few that stay among them move to
-- where some stand that go, and keep their order. Returns the ids that are left to remove. Abort: of those that stay, one
-- may stand there twice.
local function remove_from_tail(list, ids)
	local BESIDE = 16
	if #ids < 4 then
		return ids
	end
	local tail = redis.call('LRANGE', list, -#ids - BESIDE, -1)
	local last, ordered = #tail, 0
	while ordered < #ids and tail[last - ordered] == ids[ordered + 1] do
		ordered = ordered + 1
	end
	local wanted, going, staying, rest = {}, {}, {}, {}
	for k = ordered + 1, #ids do
		wanted[ids[k]] = true
	end
	-- So many are cut off that most go for each that stays.
	local cut, gone, kept = ordered, 0, 0
	for k = ordered + 1, ordered < #ids and last or 0 do
		local id = tail[last - k + 1]
		if not wanted[id] then
			staying[#staying + 1] = id
		else
			wanted[id], going[#going + 1] = nil, id
			if #going - #staying > gone - kept then
				cut, gone, kept = k, #going, #staying
			end
		end
	end
	for k = 0, kept - 1 do
		if tail[last - cut + k + 1] ~= staying[kept - k] then
			redis.call('LSET', list, k - cut, staying[kept - k])
		end
	end
	if cut > kept then
		redis.call('LTRIM', list, 0, kept - cut - 1)
	end
	for k = gone + 1, #going do
		wanted[going[k]] = true
	end
	for k = ordered + 1, ordered + gone < #ids and #ids or 0 do
		rest[#rest + 1] = wanted[ids[k]] and ids[k] or nil
	end
	return rest
end

-- Removes what stands at these positions: it is marked there, and then the marks go in one walk over the list, from the
-- tail (direction -1) or from the head (1), which ends with the last of them.
local function remove_at(list, positions, direction)
	local GONE = '\0gone'
	for _, position in ipairs(positions) do
		redis.call('LSET', list, position, GONE)
	end
	if #positions > 0 then
		redis.call('LREM', list, direction * #positions, GONE)
	end
end

-- Where ids stand, of each the first copy as seen from that end. Also returns the ids that the list does not hold, as
-- keys of a table.
local function find_in_list(list, ids, direction)
	local CHUNK = 500
	local positions, wanted, seen, chunk = {}, {}, 0, nil
	for _, id in ipairs(ids) do
		wanted[id] = true
	end
	repeat
		if direction > 0 then
			chunk = redis.call('LRANGE', list, seen, seen + CHUNK - 1)
		else
			chunk = redis.call('LRANGE', list, -seen - CHUNK, -seen - 1)
		end
		for k = 1, #chunk do
			local id = chunk[direction > 0 and k or #chunk + 1 - k]
			if wanted[id] then
				wanted[id] = nil
				positions[#positions + 1] = direction > 0 and seen + k - 1 or -seen - k
			end
		end
		seen = seen + CHUNK
	until #positions == #ids or #chunk < CHUNK
	return positions, wanted
end

-- Removes of each id the first copy, as seen from the tail (direction -1) or from the head (1). Returns the ids that the
-- list does not hold. A few ids cost each its distance from that end, many together the distance of the farthest.
local function remove_scattered(list, ids, direction)
	-- Reading a list into Lua takes as long as LREM takes for the whole list some thirty times.
	local FEW = 32
	local missing = {}
	if #ids < FEW then
		for _, id in ipairs(ids) do
			if redis.call('LREM', list, direction, id) == 0 then
				missing[#missing + 1] = id
			end
		end
		return missing
	end
	local positions, unknown = find_in_list(list, ids, direction)
	remove_at(list, positions, direction)
	for _, id in ipairs(ids) do
		missing[#missing + 1] = unknown[id] and id or nil
	end
	return missing
end
