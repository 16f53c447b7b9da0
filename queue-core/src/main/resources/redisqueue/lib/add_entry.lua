-- include lib/fields
-- More headers than this a script cannot pass on as fields: they stay as they came.
local MANY_HEADERS = 1000

-- Whether a list of values is one of names and values of headers, and not too long.
local function are_headers(flat)
	for k = 1, #flat do
		if not flat[k] then
			return false
		end
	end
	return #flat % 2 == 0 and #flat <= 2 * MANY_HEADERS
end

-- Appends a job, and returns its entry, which the caller records. Its headers are packed; they may be absent or empty. What
-- other programs add is a job without a record. The entry of a job that was somewhere else before says that it needs one, or
-- a script that was cut short would bring back a job that is cancelled then.
local function add_entry(keys, id, payload, packed, is_new)
	if not packed or packed == '' then
		if is_new then
			return redis.call('XADD', keys.stream, '*', 'id', id, 'data', payload)
		end
		return redis.call('XADD', keys.stream, '*', 'id', id, 'data', payload, 'needs-record', '1')
	end
	local fields = parse_fields(packed)
	if not fields or not are_headers(fields) then
		fields = { 'headers', packed }
	else
		for k = 1, #fields, 2 do
			fields[k] = 'h:' .. fields[k]
		end
	end
	if not is_new then
		fields[#fields + 1], fields[#fields + 2] = 'needs-record', '1'
	end
	return redis.call('XADD', keys.stream, '*', 'id', id, 'data', payload, unpack(fields))
end
