-- redrive: dead jobs become ready, with failures and crashes set to zero
-- KEYS: those of keys.lua; of lease those of items and leases follow from the ids
-- ARGV: n, n ids; the payload of the jobs from now on (missing: they keep theirs), the shard
-- Reply: how many wake-ups the caller has to push; for each job 1 if it is ready again, 0 if it has no dead letter or is in
--   the queue again
-- Cost: O(n d) with d dead letters, plus the sizes of the payloads and the cost of make_ready
-- Abort: see redrive_dead_letters and make_ready
-- include lib/arguments
-- include lib/bell
-- include lib/memory
-- include lib/redrive_dead_letters
-- include type/forget
-- include type/jobs
-- include type/keys
-- include type/ready
local keys = name_keys(KEYS, ARGV)
allow_oom(keys)
local ids, rest = id_arguments(ARGV)
local redriven, count = redrive_dead_letters(keys, ids, {
	payload = rest < #ARGV and ARGV[rest] or nil,
	exists = function(id)
		return exists(keys, id)
	end,
	forget = function(id)
		forget_earlier(keys, { id })
	end,
	make_ready = function(id, payload, headers)
		forget_earlier(keys, { id })
		if headers then
			redis.call('HSET', keys.headers, id, headers)
		end
		make_ready(keys, id, payload)
	end,
})
return { count > 0 and ring(keys, ARGV[#ARGV], count) or 0, unpack(redriven) }
