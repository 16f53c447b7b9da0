-- cancel: a job that is ready, delayed or leased ends
-- KEYS: those of keys.lua
-- ARGV: 1, its id
-- Reply: 0; 1 if there was such a job, else 0
-- Cost: O(log m) with m jobs in the queue, plus the size of the payload
-- Abort: see remove_entries
-- include stream/jobs
-- include stream/keys
-- include stream/records
local keys, id = name_keys(KEYS), ARGV[2]
local is_there = exists(keys, id)
remove_delayed(keys, { id })
end_jobs(keys, { id }, { locate(keys, id) })
return { 0, is_there and 1 or 0 }
