-- include lib/time
-- Looks which of the shards of a queue have jobs that a lease would find now, and changes nothing.

-- The keys of each shard stand in a row, the last of them tells that the shard is paused. has_jobs(keys, first, now)
-- looks at those from first on. Returns the reply: 0, then the positions of the shards that have jobs and are not paused.
local function look(keys, keys_of_one, has_jobs)
	local reply = { 0 }
	if redis.call('EXISTS', unpack(keys)) == 0 then
		return reply
	end
	local now = now_ms()
	for shard = 1, #keys / keys_of_one do
		local first = (shard - 1) * keys_of_one + 1
		-- A shard that cannot be looked at, as somebody wrote to its keys, is asked: that tells what is wrong with it.
		local is_known, has_some = pcall(has_jobs, keys, first, now)
		if (has_some or not is_known) and redis.call('EXISTS', keys[first + keys_of_one - 1]) == 0 then
			reply[#reply + 1] = shard
		end
	end
	return reply
end

-- Whether the first job of a sorted set is due.
local function is_due(delayed, now)
	local first = redis.call('ZRANGE', delayed, 0, 0, 'WITHSCORES')[2]
	return first and math.floor(first) <= now
end
