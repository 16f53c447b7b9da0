-- include lib/hashes
-- include lib/ready_time
-- Writes new jobs but their payloads, which come last: until then an id in queue or delayed is a ghost. Headers of
-- earlier jobs of the same ids are removed; so is a delay of jobs that are ready. Ready times and headers are as the
-- caller of add gives them, or nil if no job has any. The caller may know that the queue is empty, or that no hash but
-- that of headers holds anything for these ids. Returns for how many of them somebody who waits has to be woken: those
-- that are ready, and one that is due earlier than all others.
local function insert_jobs(keys, ids, ready_times, packed_headers, now, is_empty, has_others)
	local ready, later, headed, bare, soonest, is_sooner = ids, {}, {}, ids, math.huge, false
	if ready_times then
		ready, bare = {}, {}
		for k, id in ipairs(ids) do
			local due = ready_time(ready_times[k], now)
			if due <= now then
				ready[#ready + 1] = id
			else
				later[#later + 1], later[#later + 2] = due, id
				soonest = math.min(soonest, due)
			end
			if packed_headers[k] ~= '' then
				headed[#headed + 1], headed[#headed + 2] = id, packed_headers[k]
			else
				bare[#bare + 1] = id
			end
		end
		is_sooner = #later > 0 and (is_empty or soonest < first_to_come(keys, now))
	end
	if #ready > 0 then
		redis.call('LPUSH', keys.queue, unpack(ready))
		if not is_empty then
			redis.call('ZREM', keys.delayed, unpack(ready))
		end
	end
	if #later > 0 then
		redis.call('ZADD', keys.delayed, unpack(later))
	end
	if #headed > 0 then
		redis.call('HSET', keys.headers, unpack(headed))
	end
	if has_others then
		redis.call('HDEL', keys.receipts, unpack(ids))
		remove_from_hashes(ids, keys.failures, keys.crashes)
	end
	if not is_empty and #bare > 0 then
		remove_from_hashes(bare, keys.headers)
	end
	return #ready + (is_sooner and 1 or 0)
end
