-- include lib/plain
-- Whether a hash has any of some ids. Who may add jobs need not be allowed to read them.
local function has_any(hash, ids)
	for _, id in ipairs(ids) do
		if redis.call('HEXISTS', hash, id) == 1 then
			return true
		end
	end
	return false
end

-- Adds jobs plainly, with the keys and arguments of add, and returns its reply. nil, before anything is changed, if there is
-- more to do.
local function add_plainly(all, arguments)
	local base, n = plain_addition(all, arguments)
	if not base then
		return nil
	end
	local jobs, tokens, delayed, failures, crashes, headers, groups = base .. 'jobs', base .. 'tokens', base .. 'delayed',
		base .. 'failures', base .. 'crashes', base .. 'headers', base .. 'groups'
	local ids, ids_and_payloads = { unpack(arguments, 2, n + 1) }, {}
	local is_empty = redis.call('EXISTS', all[3], jobs, tokens, delayed, failures, crashes, headers, groups) == 0
	if not is_empty and (redis.call('EXISTS', groups) == 1 or has_any(jobs, ids)) then
		return nil
	end

	redis.call('LPUSH', base .. 'queue', unpack(ids))
	if not is_empty then
		redis.call('ZREM', delayed, unpack(ids))
		forget_plainly(ids, tokens, failures, crashes, headers)
	end
	for k, id in ipairs(ids) do
		ids_and_payloads[2 * k - 1], ids_and_payloads[2 * k] = id, arguments[n + 3 + k]
	end
	redis.call('HSET', jobs, unpack(ids_and_payloads))
	return ring_plainly(all, arguments[#arguments], is_empty)
end
