-- The record of a job names its entry, and its place at the tail of the stream if it was reclaimed.

-- The entry that a text names; nil if it is none, or has a number that Redis refuses.
local function entry_in(text)
	local ms, seq = string.match(text or '', '^(%d+)%-(%d+)$')
	return ms and #ms < 20 and #seq < 20 and text or nil
end

local function parse_record(record)
	if not record or not string.find(record, ' ', 1, true) then
		return entry_in(record)
	end
	local entry, place = string.match(record, '^(%S+) (%S+)$')
	entry = entry_in(entry)
	return entry, entry and entry_in(place)
end

-- The entry of a job, and its place; nil for what it has not, and if the record is none: others may have written it.
local function locate(keys, id)
	return parse_record(redis.call('HGET', keys.entries, id))
end

-- The receipt of a delivery; that of the first one is the entry alone.
local function receipt_of(entry, deliveries)
	return deliveries == 1 and entry or entry .. ' ' .. deliveries
end
