-- include list/private_lists

-- One look searches the whole queue, so a script looks for so many jobs at most.
local MAX_LOOKS = 20

-- Whether a job in a private list stands nowhere else, although its receipt does not name that list: somebody has
-- deleted or overwritten the receipt. Without that, the id is a copy.
local function is_stranded(keys, id, receipt)
	if redis.call('LPOS', keys.queue, id) or redis.call('ZSCORE', keys.delayed, id) then
		return false
	end
	local holder = holder_of(receipt)
	return not holder or not redis.call('LPOS', keys.private_base .. holder, id)
end
