-- What p:ids says of a job: its entry, and its place if it is ready again. Without a
-- record both are nil, without a place it is empty.
local function parse_record(record)
	return string.match(record or '', '^(%S+) ?(%S*)$')
end
