-- The scores of jobs in delayed. One sorted set tells all states apart, each by a range: up to now ready, up to LEASED
-- delayed, above leased, by the end of the lease.

local LEASED = 2 ^ 52

-- The score of the first job that is not leased, or nil.
local function first_due(keys)
	local below = '(' .. string.format('%.0f', LEASED)
	local first = redis.call('ZRANGE', keys.delayed, '-inf', below, 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')[2]
	return first and tonumber(first)
end

-- The first jobs, each with its score.
local function first_scores(keys, count)
	return redis.call('ZRANGE', keys.delayed, 0, count - 1, 'WITHSCORES')
end

-- The end of the range of scores that are ready.
local function up_to(now)
	return string.format('(%.0f', now + 1)
end

-- Of the first jobs, those that are ready, at most so many.
local function due_among(head, count, now)
	local due = {}
	for k = 1, math.min(count, #head / 2) do
		if tonumber(head[2 * k]) < now + 1 then
			due[k] = head[2 * k - 1]
		end
	end
	return due
end

-- The end of the range of leases that have run out. A lease that began within a millisecond ends within one: before the
-- next it is not over for certain.
local function has_run_out_below(now)
	return string.format('(%.0f', LEASED + now)
end

-- Whether a lease has run out among the first jobs.
local function has_run_out(head, now)
	for k = 2, #head, 2 do
		local score = tonumber(head[k])
		if score >= LEASED and score < LEASED + now then
			return true
		end
	end
	return false
end
