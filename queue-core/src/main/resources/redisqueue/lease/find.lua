-- find: looks at one job, whatever state it is in
-- KEYS: those of keys.lua, the item key, the lease key
-- Reply: see find_reply
-- Cost: O(p) with p ids in processing if the job is ready, plus its size
-- include lease/keys
-- include lease/leased
-- include lease/shown
-- include lib/find_reply
local keys = name_keys(KEYS)
return find_reply(keys, job_keys(keys, KEYS)[1], count_leased, function(id, now)
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
