-- The jobs that one call leases.

local MAX_BYTES, FIRST_LOOK = 4 * 1024 * 1024, 10

local function new_batch()
	return { ids = {}, payloads = {}, bytes = 0, largest = 1, full = false }
end

-- How many more would fit if all were as large as the largest so far.
local function fitting(batch)
	return math.max(1, math.floor((MAX_BYTES - batch.bytes) / batch.largest))
end

-- Sorts what is due into jobs that join the batch, as many as fit, and ids without a job. Returns both.
local function sort_due(keys, batch, found)
	local items = redis.call('HMGET', keys.jobs, unpack(found))
	local ids, payloads, fresh, ghosts = batch.ids, batch.payloads, {}, {}
	for i, id in ipairs(found) do
		local item = items[i]
		if not item then
			ghosts[#ghosts + 1] = id
		elseif #ids > 0 and batch.bytes + #item > MAX_BYTES then
			batch.full = true
			break
		else
			fresh[#fresh + 1] = id
			ids[#ids + 1], payloads[#ids + 1] = id, item
			batch.bytes, batch.largest = batch.bytes + #item, math.max(batch.largest, #item)
		end
	end
	return fresh, ghosts
end
