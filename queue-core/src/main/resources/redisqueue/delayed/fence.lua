-- include lib/token_fence
-- Which of some leases the caller still holds: see fence_by_token. The receipt is the first token of the jobs that were
-- leased together.
local function fence(keys, ids, worker, receipts)
	return fence_by_token(keys, ids, receipts)
end
