-- The receipt of the lease of a job, or nil if nobody holds it.
local function receipt_held(keys, id)
	local receipt = redis.call('HGET', keys.receipts, id)
	return receipt and string.sub(receipt, 1, 1) ~= '-' and receipt or nil
end
