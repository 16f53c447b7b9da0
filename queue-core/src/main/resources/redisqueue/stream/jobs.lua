-- include lib/ended
-- include stream/entries
-- include stream/keys
-- include stream/records
-- What a stream queue does to single parts of its jobs. A job exists while it is delayed, or while the entry that its
-- record names exists.

local function exists(keys, id)
	if redis.call('ZSCORE', keys.delayed, id) then
		return true
	end
	local entry = locate(keys, id)
	return entry and read_entry(keys, entry) ~= nil
end

-- What a crash is recorded for: the entry, and the number of its delivery.
local function crash_key(receipt)
	return receipt
end

-- Whether a retry that was cut short has made a job delayed already, so that its entry counts for nothing.
local function is_superseded(keys, id)
	return redis.call('ZSCORE', keys.delayed, id) and redis.call('HEXISTS', keys.jobs, id) == 1
end

-- Whether a delivered entry is that of its job, not a place or of an earlier life.
local function is_current(keys, job, entry)
	return not job.of and locate(keys, job.id) == entry and not is_superseded(keys, job.id)
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

-- Jobs are delayed no longer.
local function remove_delayed(keys, ids)
	redis.call('ZREM', keys.delayed, unpack(ids))
	redis.call('HDEL', keys.jobs, unpack(ids))
	redis.call('HDEL', keys.headers, unpack(ids))
end

-- The end of jobs that are not delayed. The entries include their places.
local function end_jobs(keys, ids, entries)
	remove_from_stream(keys, ids, entries)
	ended(keys, ids)
end

-- Gives the entries of the jobs at some places to a consumer, by the same delivery as before. Ids, entries and places at
-- the tail are as the fence returns them; jobs that had such a place have none any more. Abort: that place is dropped when
-- it is delivered.
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
