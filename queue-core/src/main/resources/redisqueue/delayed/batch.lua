-- include lib/fitting
-- The jobs that one call leases.

-- Without headers if no job has any.
local function new_batch(some_headed)
	return { ids = {}, payloads = {}, headers = some_headed and {} or nil, bytes = 0, largest = 1, full = false }
end

-- Sorts what is due into jobs that join the batch, as many as fit, and ids without a job. Returns both.
local function sort_due(keys, batch, found)
	local items = redis.call('HMGET', keys.jobs, unpack(found))
	local headers = batch.headers and redis.call('HMGET', keys.headers, unpack(found)) or {}
	local ids, payloads, fresh, ghosts = batch.ids, batch.payloads, {}, {}
	for i, id in ipairs(found) do
		local item = items[i]
		local size = (item and #item or 0) + (headers[i] and #headers[i] or 0)
		if not item then
			ghosts[#ghosts + 1] = id
		elseif #ids > 0 and batch.bytes + size > MAX_BYTES then
			batch.full = true
			break
		else
			local count = #ids + 1
			fresh[#fresh + 1] = id
			ids[count], payloads[count] = id, item
			if batch.headers then
				batch.headers[count] = headers[i]
			end
			batch.bytes, batch.largest = batch.bytes + size, math.max(batch.largest, size)
		end
	end
	return fresh, ghosts
end
