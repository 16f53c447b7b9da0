-- include lib/plain
-- Adds jobs plainly, with the keys and arguments of add, and returns its reply. nil, before anything is changed, if there is
-- more to do.
local function add_plainly(all, arguments)
	local base, n = plain_addition(all, arguments)
	if not base then
		return nil
	end
	local bell, shard, stream, entries = all[3], arguments[#arguments], base .. 'stream', base .. 'ids'
	local delayed, failures, crashes, groups = base .. 'delayed', base .. 'failures', base .. 'crashes', base .. 'groups'
	local found = redis.call('EXISTS', bell, entries, delayed, failures, crashes, groups)
	local is_rung = found > 0 and bell ~= all[1] and redis.pcall('LPOS', bell, shard)
	local is_clear = found == 0 or (found == 1 and type(is_rung) == 'number')
	local has_others = not is_clear and redis.call('EXISTS', delayed, failures, crashes, groups) > 0
	if has_others and redis.call('EXISTS', groups) == 1 then
		return nil
	end
	for k = 2, is_clear and 1 or n + 1 do
		if redis.call('HEXISTS', entries, arguments[k]) == 1
			or (has_others and redis.call('ZMSCORE', delayed, arguments[k])[1]) then
			return nil
		end
	end

	for k = 2, n + 1 do
		local id = arguments[k]
		redis.call('HSET', entries, id, redis.call('XADD', stream, '*', 'id', id, 'data', arguments[n + 2 + k]))
	end
	if has_others then
		forget_plainly(arguments, n, failures, crashes)
	end
	return ring_plainly(all, shard, is_rung)
end
