-- advance_lease: moves all times of a lease queue back
-- KEYS: those of keys.lua
-- ARGV: those of passing_arguments, the token
-- Reply: how many tokens the caller has to push
-- Cost: O(k) with k keys of the server. For tests only
-- Abort: some times are moved
-- include lease/keys
-- include lib/bell
-- include testing/passing
-- include testing/times
local keys = name_keys(KEYS, ARGV)
local ms, worker, is_for_schedules, pattern, others = passing_arguments(ARGV)

-- A lease key holds the token and the worker.
local function is_of_worker(key)
	local is_lease = worker ~= '' and string.sub(key, 1, #keys.lease_base) == keys.lease_base
	return is_lease and string.match(redis.call('GET', key) or '', '^%d+:(.*)$') == worker
end

move_expiries(pattern, others, ms, is_of_worker)
move_records(keys, ms)
if is_for_schedules then
	move_schedules(keys, ms)
end
move_scores(keys.delayed, function(due)
	return due - ms
end)
-- The time of a settlement is negative.
move_scores(keys.suspects, function(since)
	return since > 0 and since - ms or since + ms
end)
return { ring(keys, ARGV[#ARGV], 1) }
