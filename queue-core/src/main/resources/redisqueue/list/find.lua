-- find: looks at one job, whatever state it is in
-- KEYS: those of keys.lua; the private lists follow from the workers
-- ARGV: 1, the id, the lease time in ms, which this algorithm does not use, the shard
-- Reply: see find_reply
-- Cost: O(p) with p jobs leased, or O(q + p) with q ready if the receipt does not find it, plus its size
-- include lib/find_reply
-- include list/keys
-- include list/leased
-- include list/shown
local keys = name_keys(KEYS)
return find_reply(keys, ARGV[2], count_leased, function(id, now)
	local run = run_of(keys, id)
	local job = run and held_job(keys, id, run) or free_job(keys, id)
	local due = tonumber(redis.call('ZSCORE', keys.delayed, id) or nil)
	if job and not run and due and due > now then
		job.ready_at = due
		return job, 'DELAYED'
	end
	return job, run and 'LEASED' or 'READY'
end)
