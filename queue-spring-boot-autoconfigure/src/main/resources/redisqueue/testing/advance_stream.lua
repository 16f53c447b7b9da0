-- advance_stream: moves all times of a stream queue back
-- KEYS: those of keys.lua
-- ARGV: those of passing_arguments, the token
-- Reply: how many tokens the caller has to push
-- Cost: O(k) with k keys of the server. For tests only
-- Abort: some times are moved
-- include lib/bell
-- include stream/group
-- include stream/keys
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
-- A pending entry ends its lease by its idle time. One that was deleted would be removed by a claim.
local from, page = '-', nil
repeat
	page = redis.call('EXISTS', keys.stream) == 1 and pending(keys, from, '+', 1000) or {}
	for _, delivery in ipairs(page) do
		local entry, consumer, idle_ms = delivery[1], delivery[2], delivery[3]
		local is_kept = worker ~= '' and worker_of(consumer) == worker
		if not is_kept and #redis.call('XRANGE', keys.stream, entry, entry) > 0 then
			local idle = string.format('%.0f', idle_ms + ms)
			redis.call('XCLAIM', keys.stream, GROUP, consumer, 0, entry, 'IDLE', idle, 'JUSTID')
		end
		from = '(' .. entry
	end
until #page == 0
return { ring(keys, ARGV[#ARGV], 1) }
