-- include stream/batch
-- include stream/ends
-- include stream/entries
-- include stream/group
-- include stream/jobs
-- include stream/keys
-- Takes jobs that were released, the oldest first. Returns whether there are more.
local function take_released(keys, batch)
	local room = batch.max - batch.count
	for k, delivery in ipairs(pending(keys, '-', '+', room + 1, RELEASED)) do
		local job = read_entry(keys, delivery[1])
		if not job or not is_current(keys, job, delivery[1]) then
			remove_entries(keys, { delivery[1] })
		elseif k > room or not fits(batch, job.payload, job.headers) then
			return true
		else
			take_over(keys, batch, job, delivery)
		end
	end
	return false
end
