-- include lib/ended
-- include stream/keys
-- include stream/records
-- Removes entries and places. Abort: what is pending but deleted; its holder may settle again, else the cleaner drops
-- it.
local function remove_entries(keys, entries)
	redis.call('XDEL', keys.stream, unpack(entries))
	redis.call('XACK', keys.stream, GROUP, unpack(entries))
end

-- Jobs are entries no longer. The entries include their places.
local function remove_from_stream(keys, ids, entries)
	if #entries > 0 then
		remove_entries(keys, entries)
	end
	redis.call('HDEL', keys.entries, unpack(ids))
end

-- The same for one job, whose entry and place are looked up.
local function remove_job_from_stream(keys, id)
	remove_from_stream(keys, { id }, { locate(keys, id) })
end

-- The end of jobs that are not delayed. The entries include their places.
local function end_jobs(keys, ids, entries)
	remove_from_stream(keys, ids, entries)
	ended(keys, ids)
end
