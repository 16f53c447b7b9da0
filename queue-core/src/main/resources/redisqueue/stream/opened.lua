-- include lib/bell
-- include lib/time
-- include stream/promote_due
-- So many jobs have become ready, which belong to groups or schedules: they become entries at once, so that they stand
-- ahead of jobs that come later. Returns what ring does.
local function ring_opened(keys, shard, jobs)
	if jobs == 0 then
		return 0
	end
	promote_due(keys, now_ms())
	return ring(keys, shard, jobs)
end
