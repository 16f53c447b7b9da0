-- The record of a job's failures with one more: how many, and when the first and the
-- last was, in ms. Returns the record and the number.
local function failed_again(before, now)
	local count, first = 0, string.format('%.0f', now)
	if before then
		count, first = string.match(before, '^(%d+):(%d+)')
	end
	return string.format('%d:%s:%.0f', count + 1, first, now), count + 1
end
