-- include lib/ended
-- include lib/pick
-- include stream/keys
-- include stream/records
-- include stream/with_places
-- Removes entries and places. Abort: what is pending but deleted; its holder may settle again, else the cleaner drops
-- it.
local function remove_entries(keys, entries)
	redis.call('XDEL', keys.stream, unpack(entries))
	redis.call('XACK', keys.stream, GROUP, unpack(entries))
end

-- The set of the entries that new records, each behind its id, name.
local function set_of_entries(recorded)
	local set = {}
	for k = 2, #recorded, 2 do
		set[recorded[k]] = true
	end
	return set
end

-- Removes the entries and places that old records name. A stream that somebody deleted numbers its entries anew, and
-- within the same millisecond alike: the new ones stay.
local function remove_outdated(keys, old_records, is_new)
	local gone = {}
	for _, record in ipairs(old_records) do
		local entry, place = parse_record(record)
		gone[#gone + 1] = not is_new[entry] and entry or nil
		gone[#gone + 1] = not is_new[place or ''] and place or nil
	end
	if #gone > 0 then
		remove_entries(keys, gone)
	end
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

-- The end of jobs. The entries include their places. A retry that was cut short may have left a job both as an entry
-- and delayed: both end. Returns whether it is known that there are no limits.
local function end_jobs(keys, ids, entries)
	remove_from_stream(keys, ids, entries)
	local are_plain = redis.call('EXISTS', keys.delayed, keys.failures, keys.crashes, keys.headers, keys.limits) == 0
	if not are_plain and redis.call('EXISTS', keys.delayed, keys.jobs) > 0 then
		redis.call('ZREM', keys.delayed, unpack(ids))
		redis.call('HDEL', keys.jobs, unpack(ids))
	end
	ended(keys, ids, are_plain)
	return are_plain
end

-- The same for the leases at some positions, as the fence returns them. Costs O(log p) for each, with p leased.
local function end_held(keys, leases, positions)
	return end_jobs(keys, pick(leases.ids, positions), with_places(positions, leases.entries, leases.places))
end

-- The end of such leases whose jobs live on: they are delayed already, and their content is copied. Costs the same, plus
-- the sizes of the payloads. Abort: a ready time without a payload is dropped when it has come.
local function end_leases(keys, leases, positions)
	-- include stream/store_content
	local ids = leases.ids
	store_content(keys, ids, positions, leases.entries)
	remove_from_stream(keys, pick(ids, positions), with_places(positions, leases.entries, leases.places))
end
