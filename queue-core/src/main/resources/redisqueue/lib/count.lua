-- The number that a record of failures or crashes begins with; 0 if there is no record, or one that others have written
-- and that begins with no number of at most 9 digits.
local function count_in(record)
	local digits = record and string.match(record, '^%d+')
	return digits and #digits <= 9 and tonumber(digits) or 0
end
