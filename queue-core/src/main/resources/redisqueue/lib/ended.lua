-- include lib/hashes
-- Every end of a job calls this as its last step: complete, bury, cancel, retry and reclaim of a job that is over its
-- limit, and ids that are dropped because their job is gone. What has to follow the end of a job goes here.
local function ended(keys, ids)
	remove_from_hashes(ids, keys.failures, keys.crashes, keys.headers)
end
