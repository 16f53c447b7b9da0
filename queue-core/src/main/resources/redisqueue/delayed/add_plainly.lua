-- include lib/arrival
-- include lib/plain
-- include lib/time
-- Adds jobs plainly, with the keys and arguments of add, and returns its reply. nil, before anything is changed, if there is
-- more to do.
local function add_plainly(all, arguments)
	local base, n = plain_addition(all, arguments)
	if not base then
		return nil
	end
	local bell, shard, jobs, delayed = all[3], arguments[#arguments], base .. 'jobs', base .. 'delayed'
	local tokens, failures, crashes, headers, groups = base .. 'tokens', base .. 'failures', base .. 'crashes',
		base .. 'headers', base .. 'groups'
	local found = redis.call('EXISTS', bell, delayed, tokens, failures, crashes, headers, groups)
	local is_rung = found > 0 and bell ~= all[1] and redis.pcall('LPOS', bell, shard)
	local is_clear = found == 0 or (found == 1 and type(is_rung) == 'number')
	local has_others = not is_clear and redis.call('EXISTS', failures, crashes, headers, groups) > 0
	if has_others and redis.call('EXISTS', groups) == 1 then
		return nil
	end
	for k = 2, is_clear and 1 or n + 1 do
		if redis.call('ZMSCORE', delayed, arguments[k])[1] then
			return nil
		end
	end

	for k = 2, n + 1 do
		redis.call('HSET', jobs, arguments[k], arguments[n + 2 + k])
	end
	local begin_us = now_us()
	for k = 2, n + 1 do
		redis.call('ZADD', delayed, arrival(begin_us, k - 1), arguments[k])
	end
	if not is_clear then
		redis.call('HDEL', tokens, unpack(arguments, 2, n + 1))
	end
	if has_others then
		forget_plainly(arguments, n, failures, crashes, headers)
	end
	return ring_plainly(all, shard, is_rung)
end
