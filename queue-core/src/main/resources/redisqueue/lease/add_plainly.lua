-- include lib/plain
-- Adds jobs plainly, with the keys and arguments of add, and returns its reply. nil, before anything is changed, if there is
-- more to do.
local function add_plainly(all, arguments)
	local base, n = plain_addition(all, arguments)
	if not base then
		return nil
	end
	local tokens, delayed, failures, crashes, headers = base .. 'tokens', base .. 'delayed', base .. 'failures',
		base .. 'crashes', base .. 'headers'
	local looked, items_and_payloads = { all[3], tokens, delayed, failures, crashes, headers, base .. 'suspects',
		base .. 'groups' }, {}
	for k = 1, n do
		local id = arguments[k + 1]
		local item = base .. 'item:' .. id
		looked[7 + 2 * k], looked[8 + 2 * k] = item, base .. 'lease:' .. id
		items_and_payloads[2 * k - 1], items_and_payloads[2 * k] = item, arguments[n + 3 + k]
	end
	local is_empty = redis.call('EXISTS', unpack(looked)) == 0
	if not is_empty and redis.call('EXISTS', unpack(looked, 7)) > 0 then
		return nil
	end

	local ids = { unpack(arguments, 2, n + 1) }
	redis.call('LPUSH', base .. 'queue', unpack(ids))
	if not is_empty then
		redis.call('ZREM', delayed, unpack(ids))
		forget_plainly(ids, tokens, failures, crashes, headers)
	end
	redis.call('MSET', unpack(items_and_payloads))
	return ring_plainly(all, arguments[#arguments], is_empty)
end
