-- find: looks at one job, whatever state it is in. One that another program has added as an entry is found by its id when it
--   was delivered once, or if that is the id of the entry.
-- KEYS: those of keys.lua
-- ARGV: 1, the id, the lease time in ms of consumers that are not ours, the shard
-- Reply: see find_reply
-- Cost: O(log m) with m jobs in the queue, plus the size of the job
-- include lib/find_reply
-- include stream/entries
-- include stream/group
-- include stream/keys
-- include stream/leased
-- include stream/records
-- include stream/shown
local keys = name_keys(KEYS)
return find_reply(keys, ARGV[2], count_leased, function(id, now)
	local due = tonumber(redis.call('ZSCORE', keys.delayed, id) or nil)
	local job = due and job_with_due(keys, id, due, now)
	if job then
		return job, job.ready_at and 'DELAYED' or 'READY'
	end
	local entry = locate(keys, id) or (string.match(id, '^%d+%-%d+$') and id)
	local found = entry and redis.pcall('XRANGE', keys.stream, entry, entry)
	job = found and found[1] and job_in(entry, found[1][2])
	if not job or job.id ~= id or job.of then
		return nil
	end
	local delivery = delivery_of(keys, entry)
	if delivery and is_held(delivery) then
		return with_holder(job_of_entry(job), delivery, now, tonumber(ARGV[3])), 'LEASED'
	end
	return job_of_entry(job), 'READY'
end)
