-- redrive: dead jobs become ready, with failures and crashes set to zero
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the payload of the jobs from now on (missing: they keep theirs), the shard
-- Reply: how many wake-ups the caller has to push; for each job 1 if it is ready again, 0 if it has no dead letter or is in
--   the queue again
-- Cost: O(n d) with d dead letters, plus the sizes of the payloads
-- Abort: see redrive_dead_letters; an entry without a record counts for nothing
-- include lib/add_entry
-- include lib/arguments
-- include lib/bell
-- include lib/hashes
-- include lib/memory
-- include lib/redrive_dead_letters
-- include lib/time
-- include stream/jobs
-- include stream/keys
-- include stream/promote_due

local keys = name_keys(KEYS, ARGV)
allow_oom(keys)
local function forget(id)
	remove_from_hashes({ id }, keys.failures, keys.crashes, keys.headers)
end

local ids, rest = id_arguments(ARGV)
local redriven, count = redrive_dead_letters(keys, ids, {
	payload = rest < #ARGV and ARGV[rest] or nil,
	exists = function(id)
		return exists(keys, id)
	end,
	forget = forget,
	make_ready = function(id, payload, headers)
		forget(id)
		redis.call('HSET', keys.entries, id, add_entry(keys, id, payload, headers))
	end,
})
if redis.call('EXISTS', keys.groups) == 1 then
	promote_due(keys, now_ms())
end
return { count > 0 and ring(keys, ARGV[#ARGV], count) or 0, unpack(redriven) }
