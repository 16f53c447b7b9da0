-- Where the job of an id is: its entry, and its place if it is ready again.

local function parse_record(record)
	if not record or not string.find(record, ' ', 1, true) then
		return record or nil
	end
	local entry, place = string.match(record or '', '^(%S+) ?(%S*)$')
	return entry, place ~= '' and place or nil
end

-- The receipt of a delivery; that of the first one is the entry alone.
local function receipt_of(entry, deliveries)
	return deliveries == 1 and entry or entry .. ' ' .. deliveries
end

local located = {}

local function locate(id)
	located[id] = located[id] or { parse_record(redis.call('HGET', entries, id)) }
	return unpack(located[id], 1, 2)
end
