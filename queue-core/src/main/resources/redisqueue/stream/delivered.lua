-- include stream/keys
-- How far the group has come in the stream.

-- The last entry that was delivered.
local function last_delivered(keys)
	if redis.call('EXISTS', keys.stream) == 1 then
		for _, group in ipairs(redis.call('XINFO', 'GROUPS', keys.stream)) do
			if group[2] == GROUP then
				return group[8]
			end
		end
	end
	return '0-0'
end

-- The first entry that was not delivered yet, or nil.
local function first_undelivered(keys)
	return redis.call('XRANGE', keys.stream, '(' .. last_delivered(keys), '+', 'COUNT', 1)[1]
end
