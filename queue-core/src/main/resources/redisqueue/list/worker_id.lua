-- include lib/memory
-- Whether this boot may lease under the id of its worker. One boot at a time claims the id, for as long as it shows
-- that it lives. The claim of another boot may be that of an earlier one which is gone. It is not if the claim is
-- renewed: hence the first sight of it, its end and its holder, is to be remembered. Returns what to remember (empty:
-- the claim is ours), or nil if another boot lives.
local function claim_worker_id(keys, seen, now, lease_ms)
	local SLACK = 10
	local holder = redis.call('GET', keys.claim)
	if not holder then
		write(keys, 'SET', keys.claim, keys.boot, 'PX', lease_ms)
		return ''
	elseif holder == keys.boot then
		redis.call('PEXPIRE', keys.claim, lease_ms)
		return ''
	end
	local left = redis.call('PTTL', keys.claim)
	if left < 0 then
		-- Somebody has overwritten the claim: it would never end.
		redis.call('PEXPIRE', keys.claim, lease_ms)
		left = lease_ms
	end
	local ends = now + left
	local first_end, first_holder = string.match(seen, '^(%d+) (.*)$')
	if first_holder ~= holder then
		return string.format('%.0f %s', ends, holder)
	elseif ends <= tonumber(first_end) + SLACK then
		return seen
	end
end
