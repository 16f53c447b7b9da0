-- cancel: jobs that are ready, delayed or leased end
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the token
-- Reply: how many tokens the caller has to push; for each id 1 if there was such a job, else 0
-- Cost: for each O(log m) with m jobs in the queue
-- Abort: without its entry a job is gone; the cleaner drops what else is left of it
-- include lib/arguments
-- include lib/freed
-- include stream/ends
-- include stream/freed
-- include stream/keys
-- include stream/leased
-- include stream/records
local keys, reply = name_keys(KEYS), { 0 }
local before = leased_if_limited(keys, count_leased)
local ids = id_arguments(ARGV)
local entries = {}
for i, id in ipairs(ids) do
	local entry, place = locate(keys, id)
	local is_entry = entry and redis.call('XDEL', keys.stream, entry) == 1
	reply[i + 1] = (is_entry or redis.call('ZSCORE', keys.delayed, id)) and 1 or 0
	entries[#entries + 1] = entry
	entries[#entries + 1] = place
end
end_jobs(keys, ids, entries)
if before then
	reply[1] = ring_freed(keys, ARGV[#ARGV], before - count_leased(keys))
end
return reply
