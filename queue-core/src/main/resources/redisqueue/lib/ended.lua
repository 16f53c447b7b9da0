-- Every end of a job calls this as its last step: complete, bury, cancel, retry and reclaim of a job that is over its
-- limit, and ids that are dropped because their job is gone. What has to follow the end of a job goes here: the next
-- jobs of their groups open; keys.opened counts for how many somebody who waits has to be woken. If keys.freed_groups is a
-- list, the groups are added to it instead, and the caller opens their next jobs. The caller may know that the hashes do
-- not exist, and that there are no limits; then there are no groups either.
local function ended(keys, ids, are_plain)
	if are_plain then
		return
	end
	-- include lib/hashes
	-- include lib/leave_groups
	-- include lib/open_next
	-- include lib/time
	local gone, groups = leave_ended(keys, ids)
	if #gone > 0 then
		remove_from_hashes(gone, keys.failures, keys.crashes, keys.headers)
	end
	for _, group in ipairs(keys.freed_groups and groups or {}) do
		keys.freed_groups[#keys.freed_groups + 1] = group
	end
	if #groups > 0 and not keys.freed_groups then
		keys.opened = (keys.opened or 0) + open_next(keys, groups, now_ms())
	end
end
