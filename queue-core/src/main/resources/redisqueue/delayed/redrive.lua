-- redrive: dead jobs become ready, with failures and crashes set to zero
-- KEYS: those of keys.lua
-- ARGV: n, n ids, the payload of the jobs from now on (missing: they keep theirs), the token
-- Reply: how many tokens the caller has to push; for each job 1 if it is ready again, 0 if it has no dead letter or is in
--   the queue again
-- Cost: O(n (d + log m)) with d dead letters and m jobs in the queue, plus the sizes of the payloads
-- Abort: see redrive_dead_letters; before its score a payload is a leftover, which the cleaner drops
-- include delayed/jobs
-- include delayed/keys
-- include lib/arguments
-- include lib/arrival
-- include lib/bell
-- include lib/hashes
-- include lib/memory
-- include lib/redrive_dead_letters

local keys = name_keys(KEYS, ARGV)
allow_oom(keys)
local function forget(id)
	remove_from_hashes({ id }, keys.receipts, keys.failures, keys.crashes)
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
		if headers then
			redis.call('HSET', keys.headers, id, headers)
		end
		redis.call('HSET', keys.jobs, id, payload)
		redis.call('ZADD', keys.delayed, next_arrival(keys), id)
	end,
})
return { count > 0 and ring(keys, ARGV[#ARGV], count) or 0, unpack(redriven) }
