-- include entry
-- include crash
-- Takes jobs that were released, the oldest first. Returns whether there are more.
local function take_released()
	local room = max - count
	for k, delivery in ipairs(pending('-', '+', room + 1, RELEASED)) do
		local job = read_entry(delivery[1])
		if not job or not is_current(job, delivery[1]) then
			remove({ delivery[1] })
		elseif k > room or not fits(job.payload) then
			return true
		else
			take_over(job, delivery)
		end
	end
	return false
end
