-- Whether this boot may lease under the id of its worker, which is claimed by one boot at
-- a time for as long as it shows that it lives. The claim of another may be that of an
-- earlier boot which is gone. It is not if the claim is renewed: hence what is seen of it
-- first, its end and its holder, is to be remembered. Returns what to remember (empty: the
-- claim is ours), or nil if another boot lives.
local function claim_id(seen, now, lease_ms)
	local SLACK = 10
	local holder = redis.call('GET', claim)
	if not holder then
		redis.call('SET', claim, boot, 'PX', lease_ms)
		return ''
	elseif holder == boot then
		redis.call('PEXPIRE', claim, lease_ms)
		return ''
	end
	local ends = now + redis.call('PTTL', claim)
	local first_end, first_holder = string.match(seen, '^(%d+) (.*)$')
	if first_holder ~= holder then
		return string.format('%.0f %s', ends, holder)
	elseif ends <= tonumber(first_end) + SLACK then
		return seen
	end
end
