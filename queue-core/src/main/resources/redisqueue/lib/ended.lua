-- include lib/hashes
-- All ends of a job come here: complete, bury, cancel, retry and reclaim of a job that is over its limit, and what is
-- dropped since its job is gone. Whatever has to follow an end follows here. It is the last step of an end: the job does
-- not exist any more.
local function ended(keys, ids)
	remove_from_hashes(ids, keys.failures, keys.crashes, keys.headers)
end
