-- include delayed/scores
-- The receipt of the lease of a job, or nil if nobody holds it.
local function receipt_held(keys, id)
	local score = redis.call('ZSCORE', keys.delayed, id)
	return score and tonumber(score) >= LEASED and redis.call('HGET', keys.receipts, id) or nil
end
