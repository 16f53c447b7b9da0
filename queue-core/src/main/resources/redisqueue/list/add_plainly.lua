-- include lib/plain
-- Adds jobs plainly, with the keys and arguments of add, and returns its reply. nil, before anything is changed, if there is
-- more to do.
local function add_plainly(all, arguments)
	local base, n = plain_addition(all, arguments)
	if not base then
		return nil
	end
	local bell, shard, jobs = all[3], arguments[#arguments], base .. 'jobs'
	local tokens, delayed, failures, crashes, headers, groups = base .. 'tokens', base .. 'delayed', base .. 'failures',
		base .. 'crashes', base .. 'headers', base .. 'groups'
	local found = redis.call('EXISTS', bell, jobs, tokens, delayed, failures, crashes, headers, groups)
	local is_rung = found > 0 and bell ~= all[1] and redis.pcall('LPOS', bell, shard)
	local is_clear = found == 0 or (found == 1 and type(is_rung) == 'number')
	local has_others = not is_clear and redis.call('EXISTS', delayed, failures, crashes, headers, groups) > 0
	if has_others and redis.call('EXISTS', groups) == 1 then
		return nil
	end
	-- Who may add jobs need not be allowed to read them, which HMGET would do.
	for k = 2, is_clear and 1 or n + 1 do
		if redis.call('HEXISTS', jobs, arguments[k]) == 1 then
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
	for k = 2, n + 1 do
		redis.call('HSET', jobs, arguments[k], arguments[n + 2 + k])
	end
	return ring_plainly(all, shard, is_rung)
end
