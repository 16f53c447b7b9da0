-- include lib/plain
-- Adds jobs plainly, with the keys and arguments of add, and returns its reply. nil, before anything is changed, if there is
-- more to do.
local function add_plainly(all, arguments)
	local base, n = plain_addition(all, arguments)
	if not base then
		return nil
	end
	local bell, shard = all[3], arguments[#arguments]
	local tokens, delayed, failures, crashes, headers, suspects, groups, item, lease_key = base .. 'tokens',
		base .. 'delayed', base .. 'failures', base .. 'crashes', base .. 'headers', base .. 'suspects', base .. 'groups',
		base .. 'item:' .. arguments[2], base .. 'lease:' .. arguments[2]
	local found = redis.call('EXISTS', bell, tokens, delayed, failures, crashes, headers, suspects, groups, item, lease_key)
	local is_rung = found > 0 and bell ~= all[1] and redis.pcall('LPOS', bell, shard)
	local is_clear = found == 0 or (found == 1 and type(is_rung) == 'number')
	local has_others = not is_clear
		and redis.call('EXISTS', delayed, failures, crashes, headers, suspects, groups, item, lease_key) > 0
	if has_others and redis.call('EXISTS', suspects, groups, item, lease_key) > 0 then
		return nil
	end
	for k = 3, n + 1 do
		if redis.call('EXISTS', base .. 'item:' .. arguments[k], base .. 'lease:' .. arguments[k]) > 0 then
			return nil
		end
	end

	redis.call('LPUSH', base .. 'queue', unpack(arguments, 2, n + 1))
	if not is_clear then
		redis.call('HDEL', tokens, unpack(arguments, 2, n + 1))
	end
	if has_others then
		redis.call('ZREM', delayed, unpack(arguments, 2, n + 1))
		forget_plainly(arguments, n, failures, crashes, headers)
	end
	redis.call('MSET', item, arguments[n + 4])
	for k = 3, n + 1 do
		redis.call('MSET', base .. 'item:' .. arguments[k], arguments[n + 2 + k])
	end
	return ring_plainly(all, shard, is_rung)
end
