-- include lease/jobs
-- Stale copies: ids in processing whose jobs have ended. Each has a mark, the time of its settlement as a negative score
-- in suspects. Only the copy that is nearest to the tail is stale. A mark may outlive its copy, as foreign cleaners
-- remove the copy only.

-- Whether the copy of an id that has a mark is stale. Foreign clients may have added such an id again, and may have
-- leased it. Costs O(q + p) if they have, with q jobs ready and p leased.
local function is_stale(keys, id)
	if not exists(keys, id) or #redis.call('LPOS', keys.processing, id, 'RANK', -1, 'COUNT', 2) > 1 then
		return true
	end
	if redis.call('EXISTS', keys.lease_base .. id) == 1 then
		return false
	end
	return redis.call('ZSCORE', keys.delayed, id) ~= false or redis.call('LPOS', keys.queue, id) ~= false
end

-- Removes the stale copies of ids that are added again: a foreign cleaner would take them for leases that have run out.
local function remove_stale_copies(keys, ids)
	for k, score in ipairs(redis.call('ZMSCORE', keys.suspects, unpack(ids))) do
		if score and tonumber(score) < 0 then
			redis.call('LREM', keys.processing, -1, ids[k])
			redis.call('ZREM', keys.suspects, ids[k])
		end
	end
end
