-- include record
-- Gives the entries of some jobs to a consumer, by the same delivery as before; if they
-- had a place, they have none any more. Abort: such a place is dropped when it is
-- delivered.
local function hand_to(consumer, of_ids)
	local arguments, places, recorded = {}, {}, {}
	for k, id in ipairs(of_ids) do
		local entry, place = locate(id)
		arguments[k] = entry
		if place then
			places[#places + 1] = place
			recorded[#recorded + 1], recorded[#recorded + 2] = id, entry
		end
	end
	-- FORCE: also if it is pending for nobody
	arguments[#arguments + 1], arguments[#arguments + 2] = 'FORCE', 'JUSTID'
	redis.call('XCLAIM', stream, GROUP, consumer, 0, unpack(arguments))
	if #places > 0 then
		redis.call('HSET', entries, unpack(recorded))
		redis.call('XDEL', stream, unpack(places))
		redis.call('XACK', stream, GROUP, unpack(places))
	end
end
