-- Takes ids out of a list, of each the copy nearest to the tail, and returns those that
-- are not in it. The tail is where the oldest stand, which mostly go first: a run of them
-- goes in one step. Costs O(1) for each of the run, its distance from the tail for others.
local function pluck(list, gone)
	local wanted, run, missing = {}, 0, {}
	if #gone > 3 then
		for _, id in ipairs(gone) do
			wanted[id] = true
		end
		local tail = redis.call('LRANGE', list, -#gone, -1)
		while run < #tail and wanted[tail[#tail - run]] do
			wanted[tail[#tail - run]] = false
			run = run + 1
		end
	end
	if run > 0 then
		redis.call('LTRIM', list, 0, -run - 1)
	end
	if run < #gone then
		for _, id in ipairs(gone) do
			if wanted[id] ~= false and redis.call('LREM', list, -1, id) == 0 then
				missing[#missing + 1] = id
			end
		end
	end
	return missing
end
