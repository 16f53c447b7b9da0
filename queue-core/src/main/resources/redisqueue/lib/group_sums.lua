-- Adds to pairs of numbers those of what all algorithms keep: see audit_sums.
local function group_sums(keys, sums)
	local waiting = redis.call('ZCARD', keys.line) + redis.call('ZCARD', keys.joining)
	local open = redis.call('ZCARD', keys.open) - redis.call('ZCARD', keys.kept)
	sums[#sums + 1] = { keys.waiting, redis.call('HLEN', keys.waiting), waiting }
	sums[#sums + 1] = { keys.groups, redis.call('HLEN', keys.groups), waiting + open }
	sums[#sums + 1] = { keys.dead_job, redis.call('HLEN', keys.dead_job), redis.call('LLEN', keys.dead) }
	return sums
end
