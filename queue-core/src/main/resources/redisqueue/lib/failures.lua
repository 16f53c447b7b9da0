-- include lib/count
-- Failures of handlers.

-- The record of a job's failures with one more: how many, and when the first and the last was, in ms. Returns the
-- record and the number.
local function count_failure(record, now)
	local count, last = count_in(record), string.format('%.0f', now)
	local first = count > 0 and string.match(record, '^%d+:(%d+)') or last
	return string.format('%d:%s:%s', count + 1, first, last), count + 1
end

-- Counts a failure for each of some positions. Returns the positions whose jobs are retried, those whose jobs have
-- failed more often than that, and the new records by position.
local function count_failures(positions, records, max_retries, now)
	local retried, exhausted, counted = {}, {}, {}
	for _, i in ipairs(positions) do
		local record, count = count_failure(records[i], now)
		counted[i] = record
		if count > max_retries then
			exhausted[#exhausted + 1] = i
		else
			retried[#retried + 1] = i
		end
	end
	return retried, exhausted, counted
end
