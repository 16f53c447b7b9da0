-- cancel: jobs that are ready, delayed or leased end
-- KEYS: those of keys.lua
-- ARGV: n, n ids
-- Reply: 0; for each id 1 if there was such a job, else 0
-- Cost: for each O(log m) with m jobs in the queue, plus the size of its payload
-- Abort: see remove_entries
-- include lib/arguments
-- include stream/ends
-- include stream/jobs
-- include stream/keys
-- include stream/records
-- include stream/remove_delayed
local keys, reply = name_keys(KEYS), { 0 }
local ids = id_arguments(ARGV)
local entries = {}
for i, id in ipairs(ids) do
	reply[i + 1] = exists(keys, id) and 1 or 0
	local entry, place = locate(keys, id)
	entries[#entries + 1] = entry
	entries[#entries + 1] = place
end
remove_delayed(keys, ids)
end_jobs(keys, ids, entries)
return reply
