-- The number of a job's crashes after one more of a lease, and the worker whose start
-- was recorded, or false. The first crash counts for all that a worker held, later ones
-- only for those whose handlers had begun.
local function crashed_again(before, lease)
	local count, started, culprit = string.match(before or '0', '^(%d+):?([^:]*):?(.*)$')
	count = tonumber(count)
	if count == 0 or (lease and started == lease) then
		count = count + 1
	end
	return count, culprit ~= '' and culprit
end
