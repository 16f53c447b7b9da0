-- include stream/ends
-- include stream/keys
-- Gives the entries of the jobs at some places to a consumer, by the same delivery as before. Ids, entries and places
-- at the tail are as the fence returns them; jobs that had such a place have none any more. Abort: that place is
-- dropped when it is delivered.
local function assign_to(keys, consumer, held, ids, entries, places)
	local arguments, gone, recorded = {}, {}, {}
	for k, i in ipairs(held) do
		arguments[k] = entries[i]
		if places[i] then
			gone[#gone + 1] = places[i]
			recorded[#recorded + 1], recorded[#recorded + 2] = ids[i], entries[i]
		end
	end
	-- FORCE: also if it is pending for nobody
	arguments[#arguments + 1], arguments[#arguments + 2] = 'FORCE', 'JUSTID'
	redis.call('XCLAIM', keys.stream, GROUP, consumer, 0, unpack(arguments))
	if #gone > 0 then
		redis.call('HSET', keys.entries, unpack(recorded))
		remove_entries(keys, gone)
	end
end
