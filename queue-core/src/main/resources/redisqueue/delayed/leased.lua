-- include delayed/scores
-- How many jobs are leased.
local function count_leased(keys)
	return redis.call('ZCOUNT', keys.delayed, LEASED, '+inf')
end
