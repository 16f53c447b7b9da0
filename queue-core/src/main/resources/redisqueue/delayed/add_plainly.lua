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
	local tokens, delayed, failures, crashes, headers, groups = base .. 'tokens', base .. 'delayed', base .. 'failures',
		base .. 'crashes', base .. 'headers', base .. 'groups'
	local ids, ids_and_payloads, scores, begin_us = { unpack(arguments, 2, n + 1) }, {}, {}, now_us()
	local is_empty = redis.call('EXISTS', all[3], tokens, delayed, failures, crashes, headers, groups) == 0
	if not is_empty and (redis.call('EXISTS', groups) == 1
		or not found_nothing(redis.call('ZMSCORE', delayed, unpack(ids)))) then
		return nil
	end

	for k, id in ipairs(ids) do
		ids_and_payloads[2 * k - 1], ids_and_payloads[2 * k] = id, arguments[n + 3 + k]
		scores[2 * k - 1], scores[2 * k] = arrival(begin_us, k), id
	end
	redis.call('HSET', base .. 'jobs', unpack(ids_and_payloads))
	redis.call('ZADD', delayed, unpack(scores))
	if not is_empty then
		forget_plainly(ids, tokens, failures, crashes, headers)
	end
	return ring_plainly(all, arguments[#arguments], is_empty)
end
