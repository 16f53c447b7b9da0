-- advance_delayed: moves all times of a delayed queue back
-- KEYS: those of keys.lua
-- ARGV: those of passing_arguments, then the ids of jobs whose leases end even if a worker is named, for such a queue
--   does not tell who holds a job; the token
-- Reply: how many tokens the caller has to push
-- Cost: O(k) with k keys of the server. For tests only
-- Abort: some times are moved
-- include delayed/keys
-- include delayed/scores
-- include lib/bell
-- include lib/time
-- include testing/passing
-- include testing/times
local keys = name_keys(KEYS, ARGV)
local ms, worker, is_for_schedules, pattern, others, rest = passing_arguments(ARGV)
local ending = {}
for k = rest, #ARGV - 1 do
	ending[ARGV[k]] = true
end
move_expiries(pattern, others, ms, function()
	return false
end)
move_records(keys, ms)
if is_for_schedules then
	move_schedules(keys, ms)
end
local ends_now = LEASED + now_ms()
move_scores(keys.delayed, function(score, id)
	local is_kept = score >= LEASED and worker ~= '' and not ending[id]
	-- A lease that ends in this millisecond would not have run out before the next.
	local moved = score - ms == ends_now and ends_now - 1 or score - ms
	return not is_kept and moved
end)
return { ring(keys, ARGV[#ARGV], 1) }
