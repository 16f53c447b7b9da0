-- Entries, and the places of their jobs, are gone, and so are the records of some ids. An
-- entry that is pending but deleted is what an abort leaves: its holder may settle again,
-- else the cleaner drops it.
local function let_go(gone, of_ids)
	redis.call('XDEL', stream, unpack(gone))
	if #of_ids > 0 then
		redis.call('HDEL', entries, unpack(of_ids))
	end
	redis.call('XACK', stream, GROUP, unpack(gone))
end

-- The end of jobs.
local function forget(gone, of_ids)
	let_go(gone, of_ids)
	redis.call('HDEL', failures, unpack(of_ids))
	redis.call('HDEL', crashes, unpack(of_ids))
end

-- Jobs are delayed no longer.
local function undelay(of_ids)
	redis.call('ZREM', delayed, unpack(of_ids))
	redis.call('HDEL', jobs, unpack(of_ids))
	redis.call('HDEL', headers, unpack(of_ids))
end
