-- The record of a job names its entry, and its place at the tail of the stream if it was reclaimed.

local function parse_record(record)
	if not record or not string.find(record, ' ', 1, true) then
		return record or nil
	end
	local entry, place = string.match(record, '^(%S+) ?(%S*)$')
	return entry, place ~= '' and place or nil
end

-- The entry of a job, and its place; nil for what it has not.
local function locate(keys, id)
	return parse_record(redis.call('HGET', keys.entries, id))
end

-- The receipt of a delivery; that of the first one is the entry alone.
local function receipt_of(entry, deliveries)
	return deliveries == 1 and entry or entry .. ' ' .. deliveries
end
