-- include stream/entries
-- include stream/records
-- What a stream queue does to single parts of its jobs. A job exists while it is delayed, or while the entry that its
-- record names exists.

-- Also returns how many bytes of it were read.
local function exists(keys, id)
	if redis.call('ZSCORE', keys.delayed, id) then
		return true, 0
	end
	local entry = locate(keys, id)
	local job = entry and read_entry(keys, entry)
	return job ~= nil and job ~= false, job and #job.payload or 0
end

-- The payload and the headers of a job that is an entry; nil if there is none.
local function content(keys, id)
	local entry = locate(keys, id)
	local job = entry and read_entry(keys, entry)
	if job then
		return job.payload, job.headers
	end
end

-- What a crash is recorded for: the entry, and the number of its delivery.
local function crash_key(receipt)
	return receipt
end

-- Whether a retry that was cut short has made a job delayed already, so that its entry counts for nothing.
local function is_superseded(keys, id)
	return redis.call('ZSCORE', keys.delayed, id) and redis.call('HEXISTS', keys.jobs, id) == 1
end

-- Whether a delivered entry is that of its job, not a place, nor that of an earlier job of the same id.
local function is_current(keys, job, entry)
	return not job.of and locate(keys, job.id) == entry and not is_superseded(keys, job.id)
end
