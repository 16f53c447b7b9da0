-- include lib/bell
-- So many jobs have become ready, which belong to groups or schedules. Returns what ring does.
local function ring_opened(keys, shard, jobs)
	return jobs > 0 and ring(keys, shard, jobs) or 0
end
