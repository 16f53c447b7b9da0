-- redrive: dead jobs become ready, with failures and crashes set to zero
-- KEYS: those of keys.lua, n item keys, n lease keys
-- ARGV: the payload of the jobs from now on (missing: they keep theirs), the token
-- Reply: how many tokens the caller has to push; for each job 1 if it is ready again, 0 if it has no dead letter or is in
--   the queue again
-- Cost: O(n d) with d dead letters, plus the sizes of the payloads
-- Abort: see redrive_dead_letters; before its item an id in the queue is a ghost
-- include lease/jobs
-- include lease/keys
-- include lease/stale_copies
-- include lib/bell
-- include lib/hashes
-- include lib/memory
-- include lib/redrive_dead_letters
local keys = name_keys(KEYS, ARGV)
allow_oom(keys)
local function forget(id)
	remove_from_hashes({ id }, keys.receipts, keys.failures, keys.crashes)
	remove_stale_copies(keys, { id })
end

local redriven, count = redrive_dead_letters(keys, (job_keys(keys, KEYS)), {
	payload = #ARGV > 1 and ARGV[1] or nil,
	exists = function(id)
		return exists(keys, id)
	end,
	forget = forget,
	make_ready = function(id, payload, headers)
		forget(id)
		if headers then
			redis.call('HSET', keys.headers, id, headers)
		end
		redis.call('LPUSH', keys.queue, id)
		redis.call('SET', keys.item_base .. id, payload)
	end,
})
return { count > 0 and ring(keys, ARGV[#ARGV], count) or 0, unpack(redriven) }
