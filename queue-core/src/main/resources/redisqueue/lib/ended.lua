-- include lib/hashes
-- Every end of a job calls this as its last step: complete, bury, cancel, retry and reclaim of a job that is over its
-- limit, and ids that are dropped because their job is gone. What has to follow the end of a job goes here. The caller
-- may know that the hashes do not exist.
local function ended(keys, ids, are_plain)
	if not are_plain then
		remove_from_hashes(ids, keys.failures, keys.crashes, keys.headers)
	end
end
