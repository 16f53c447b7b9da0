-- include record
-- Entries and places that are gone. What is pending but deleted is what an abort leaves:
-- its holder may settle again, else the cleaner drops it.
local function remove(gone)
	redis.call('XDEL', stream, unpack(gone))
	redis.call('XACK', stream, GROUP, unpack(gone))
end

-- Jobs are entries no longer. Their entries and places are looked up if they are not
-- known.
local function vanish(of_ids, gone)
	if not gone then
		gone = {}
		for _, id in ipairs(of_ids) do
			local entry, place = locate(id)
			gone[#gone + 1] = entry
			gone[#gone + 1] = place
		end
	end
	if #gone > 0 then
		remove(gone)
	end
	redis.call('HDEL', entries, unpack(of_ids))
end

-- The end of jobs that are not delayed.
local function forget(of_ids, gone)
	vanish(of_ids, gone)
	if redis.call('EXISTS', failures, crashes) > 0 then
		redis.call('HDEL', failures, unpack(of_ids))
		redis.call('HDEL', crashes, unpack(of_ids))
	end
end
