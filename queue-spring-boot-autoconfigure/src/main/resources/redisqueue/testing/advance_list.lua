-- advance_list: moves all times of a list queue back
-- KEYS: those of keys.lua
-- ARGV: those of passing_arguments, the token
-- Reply: how many tokens the caller has to push
-- Cost: O(k) with k keys of the server. For tests only
-- Abort: some times are moved
-- include lib/bell
-- include list/keys
-- include testing/passing
-- include testing/times
local keys = name_keys(KEYS, ARGV)
local ms, worker, is_for_schedules, pattern, others = passing_arguments(ARGV)
move_expiries(pattern, others, ms, function()
	return false
end)
move_records(keys, ms)
if is_for_schedules then
	move_schedules(keys, ms)
end
move_scores(keys.delayed, function(due)
	return due - ms
end)
-- The leases of a boot of a worker end together.
move_scores(keys.workers, function(ends, boot)
	local is_kept = worker ~= '' and string.sub(boot, 1, #worker + 1) == worker .. '#'
	return not is_kept and ends - ms
end)
return { ring(keys, ARGV[#ARGV], 1) }
