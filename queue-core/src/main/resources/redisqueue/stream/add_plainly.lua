-- include lib/plain
-- Adds jobs plainly, with the keys and arguments of add, and returns its reply. nil, before anything is changed, if there is
-- more to do.
local function add_plainly(all, arguments)
	local base, n = plain_addition(all, arguments)
	if not base then
		return nil
	end
	local entries, delayed, failures, crashes, groups = base .. 'ids', base .. 'delayed', base .. 'failures', base .. 'crashes',
		base .. 'groups'
	local ids, recorded = { unpack(arguments, 2, n + 1) }, {}
	local is_empty = redis.call('EXISTS', all[3], entries, delayed, failures, crashes, groups) == 0
	if not is_empty and (redis.call('EXISTS', groups) == 1
		or not found_nothing(redis.call('HMGET', entries, unpack(ids)))
		or not found_nothing(redis.call('ZMSCORE', delayed, unpack(ids)))) then
		return nil
	end

	for k, id in ipairs(ids) do
		recorded[2 * k - 1] = id
		recorded[2 * k] = redis.call('XADD', base .. 'stream', '*', 'id', id, 'data', arguments[n + 3 + k])
	end
	redis.call('HSET', entries, unpack(recorded))
	if not is_empty then
		forget_plainly(ids, nil, failures, crashes)
	end
	return ring_plainly(all, arguments[#arguments], is_empty)
end
