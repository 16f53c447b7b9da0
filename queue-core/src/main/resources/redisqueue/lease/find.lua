-- find: looks at one job, whatever state it is in
-- KEYS: those of keys.lua; those of the item and the lease follow from the id
-- ARGV: 1, the id, the lease time in ms, which this algorithm does not use, the shard
-- Reply: see find_reply
-- Cost: O(p) with p ids in processing if the job is ready, plus its size
-- include lease/keys
-- include lease/leased
-- include lease/shown
-- include lib/find_reply
local keys = name_keys(KEYS)
return find_reply(keys, ARGV[2], count_leased, function(id, now)
	local job, holder = job_with_item(keys, id), holder_of(keys, id)
	local due = tonumber(redis.call('ZSCORE', keys.delayed, id) or nil)
	if job and (holder or (not due and is_abandoned(keys, id))) then
		return with_lease(keys, job, holder, now), 'LEASED'
	elseif job and due and due > now then
		job.ready_at = due
		return job, 'DELAYED'
	end
	return job, 'READY'
end)
